//! Which modes fit a map: measured time ratios and arrivals of every mode on every built-in map.
//!
//! `benches/fit.py` measures the table. A map that is not built in gets the average of the built-in maps most like it.

use crate::scene::{LayoutOptions, Scene, built_in_maps};
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;
use std::cmp::Ordering;
use std::sync::OnceLock;

const TABLE: &str = include_str!("fit.csv");
/// Fewer walking units are not a crowd.
const CROWD: usize = 30;
/// A direction counts if this share of the walking units takes it.
const COMMON: f32 = 0.1;

/// How well a mode did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ModeFit {
    /// The share of the units that arrived, 0 to 1.
    pub arrived: f64,
    /// The time ratio of those that arrived; 1 is free flow.
    pub time_ratio: Option<f64>,
}

/// The modes in the order in which they fit a map.
#[derive(Debug, Clone)]
pub struct ModeOrder {
    /// All modes, those that fit best first.
    pub modes: Vec<(Mode, Option<ModeFit>)>,
    /// A sentence that says what the order is based on.
    pub basis: String,
    /// Whether the modes were not measured on this very map.
    pub is_estimate: bool,
}

impl ModeOrder {
    /// The order for a map. `map` is its name or path as it was opened. Modes that were not measured come last: those of other
    /// programs, and all modes if no unit of the map has a goal.
    ///
    /// Modes are ordered by the share of arrivals in whole percent, then by the time ratio.
    pub fn of(map: &str, layout: &Layout) -> ModeOrder {
        let basis = Basis::of(map, layout);
        let mut modes: Vec<_> = Mode::all().map(|mode| (mode, mean(&basis.maps, mode.name()))).collect();
        // A stable sort: modes that did equally well keep the order of the table of modes.
        modes.sort_by(|(_, a), (_, b)| match (a, b) {
            (Some(a), Some(b)) => better(a, b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        ModeOrder { modes, basis: basis.in_words(), is_estimate: basis.kind.is_some() || basis.is_changed }
    }
}

/// The measured maps that an order is based on.
#[derive(Default)]
struct Basis {
    maps: Vec<&'static str>,
    /// What they have in common with the map; none for the map itself.
    kind: Option<String>,
    /// Whether the map was measured with other walls or another number of units.
    is_changed: bool,
}

impl Basis {
    fn of(map: &str, layout: &Layout) -> Basis {
        if let Some(own) = built_in_maps().iter().find(|own| own.name == map) {
            let is_measured = rows().iter().any(|row| row.map == map && row.fit.is_some());
            let same = |own: Layout| own.starts.len() == layout.starts.len() && own.walls == layout.walls;
            return Basis {
                maps: is_measured.then_some(own.name).into_iter().collect(),
                kind: None,
                is_changed: is_measured && !built_in_layout(own.name).is_some_and(same),
            };
        }
        let Some(kind) = MapKind::of(layout) else { return Basis::default() };
        // The most specific kind that some built-in map is of.
        for traits in (0..=3).rev() {
            let like = |(_, other): &&(&str, MapKind)| other.0[..traits] == kind.0[..traits];
            let maps: Vec<&str> = kinds().iter().filter(like).map(|(name, _)| *name).collect();
            if !maps.is_empty() {
                return Basis { maps, kind: Some(kind.name(traits)), is_changed: false };
            }
        }
        Basis::default()
    }

    /// A sentence about it.
    fn in_words(&self) -> String {
        let own = if self.is_changed { " with its own walls and number of units" } else { "" };
        match (&self.kind, self.maps.as_slice()) {
            (None, []) => "No unit of this map has a goal, so its modes are in no order.".into(),
            (None, _) => {
                format!("Measured on this map{own}: arrivals, then the time ratio, as means over 2 seeds.")
            }
            (Some(kind), maps) => {
                let shown: Vec<&str> = maps.iter().take(4).copied().collect();
                let more = if maps.len() > shown.len() { ", …" } else { "" };
                let count = maps.len();
                format!(
                    "Not measured on this map: the mean of the {count} built-in maps {kind} ({}{more}).",
                    shown.join(", ")
                )
            }
        }
    }
}

/// Whether a map has walls, is crowded, and has units that meet head-on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MapKind([bool; 3]);

impl MapKind {
    /// Returns the kind of a map, or none if no unit has a goal.
    fn of(layout: &Layout) -> Option<MapKind> {
        let mut sectors = [0usize; 8];
        for start in &layout.starts {
            let to = match start.goal {
                Goal::Stand | Goal::Roam => continue,
                Goal::Unit { index, .. } => layout.starts.get(index as usize).map(|other| other.position),
                ref goal => goal.point(),
            };
            let way = to.unwrap_or(start.position) - start.position;
            let sector = (math::angle(way) / std::f32::consts::FRAC_PI_4).round() as i32;
            sectors[sector.rem_euclid(8) as usize] += 1;
        }
        let walkers: usize = sectors.iter().sum();
        let is_common = |count: usize| count as f32 >= COMMON * walkers as f32 && count > 0;
        let head_on = (0..4).any(|i| is_common(sectors[i]) && is_common(sectors[i + 4]));
        (walkers > 0).then_some(MapKind([!layout.walls.is_empty(), walkers >= CROWD, head_on]))
    }

    /// Describes the first `traits` of the kind.
    fn name(self, traits: usize) -> String {
        let [walls, crowd, head_on] = self.0;
        let all = [
            if walls { "with walls" } else { "without walls" },
            if crowd { "a crowd" } else { "few units" },
            if head_on { "head-on traffic" } else { "no head-on traffic" },
        ];
        match &all[..traits] {
            [] => "that have goals".into(),
            [walls] => (*walls).into(),
            [walls, rest @ ..] => format!("{walls}, {}", rest.join(" and ")),
        }
    }
}

/// The layout of a built-in map with its own number of units.
fn built_in_layout(name: &str) -> Option<Layout> {
    Scene::built_in(name)?.layout(&LayoutOptions::default()).ok()
}

/// Returns the kinds of the built-in maps whose units have goals.
fn kinds() -> &'static [(&'static str, MapKind)] {
    static KINDS: OnceLock<Vec<(&'static str, MapKind)>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let kind = |name: &'static str| {
            let is_measured = rows().iter().any(|row| row.map == name && row.fit.is_some());
            Some((name, MapKind::of(&built_in_layout(name)?).filter(|_| is_measured)?))
        };
        built_in_maps().iter().filter_map(|map| kind(map.name)).collect()
    })
}

/// Compares two results, the better one first.
fn better(a: &ModeFit, b: &ModeFit) -> Ordering {
    let percent = |fit: &ModeFit| (fit.arrived * 100.0).round();
    let ratio = |fit: &ModeFit| fit.time_ratio.unwrap_or(f64::INFINITY);
    percent(b).total_cmp(&percent(a)).then(ratio(a).total_cmp(&ratio(b)))
}

/// Returns the mean of a mode over maps, or none if it was measured on none of them.
fn mean(maps: &[&str], mode: &str) -> Option<ModeFit> {
    let fits =
        || rows().iter().filter(|row| row.mode == mode && maps.contains(&row.map)).filter_map(|row| row.fit);
    let mean =
        |values: Vec<f64>| (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64);
    let arrived = mean(fits().map(|fit| fit.arrived).collect())?;
    Some(ModeFit { arrived, time_ratio: mean(fits().filter_map(|fit| fit.time_ratio).collect()) })
}

/// A row of the table.
struct FitRow {
    map: &'static str,
    mode: &'static str,
    /// None if no unit of the map has a goal.
    fit: Option<ModeFit>,
}

fn rows() -> &'static [FitRow] {
    static ROWS: OnceLock<Vec<FitRow>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
        let row = |line: &'static str| {
            let mut cells = line.split(',');
            let (map, mode, _runs) = (cells.next()?, cells.next()?, cells.next()?);
            let (arrived, ratio) = (cells.next()?.parse().ok(), cells.next()?.parse().ok());
            Some(FitRow { map, mode, fit: arrived.map(|arrived| ModeFit { arrived, time_ratio: ratio }) })
        };
        lines.filter_map(row).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::types::Point;

    fn layout(name: &str) -> Layout {
        Scene::built_in(name).unwrap().layout(&LayoutOptions::default()).unwrap()
    }

    #[test]
    fn every_built_in_map_and_mode_has_a_row() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count() - 1;
        assert_eq!(lines, rows().len(), "a line cannot be read");
        for map in built_in_maps() {
            let walks = MapKind::of(&layout(map.name)).is_some();
            for mode in sidestep::steering::avoidance::models() {
                let found: Vec<_> =
                    rows().iter().filter(|row| row.map == map.name && row.mode == mode.name).collect();
                assert_eq!(found.len(), 1, "measure with: python3 benches/fit.py --maps {}", map.name);
                let fit = found[0].fit;
                assert_eq!(fit.is_some(), walks, "{} {}", map.name, mode.name);
                let is_sound = |fit: ModeFit| {
                    (0.0..=1.0).contains(&fit.arrived) && fit.time_ratio.is_some() == (fit.arrived > 0.0)
                };
                assert!(fit.is_none_or(is_sound), "{} {}", map.name, mode.name);
            }
        }
        let names: Vec<&str> = built_in_maps().iter().map(|map| map.name).collect();
        assert!(rows().iter().all(|row| names.contains(&row.map) && Mode::named(row.mode).is_some()));
    }

    #[test]
    fn the_best_modes_come_first() {
        for map in built_in_maps() {
            let ModeOrder { modes, is_estimate, .. } = ModeOrder::of(map.name, &layout(map.name));
            assert!(!is_estimate, "{} was measured", map.name);
            assert_eq!(modes.len(), Mode::all().count());
            for pair in modes.windows(2) {
                let in_order = match (pair[0].1, pair[1].1) {
                    (Some(a), Some(b)) => better(&a, &b) != Ordering::Greater,
                    (first, second) => first.is_some() || second.is_none(),
                };
                assert!(in_order, "{}: {pair:?}", map.name);
            }
        }
        let first = ModeOrder::of("crossing", &layout("crossing")).modes[0];
        assert!(
            first.1.is_some_and(|fit| fit.arrived > 0.99 && fit.time_ratio.is_some_and(|r| r < 1.2)),
            "{first:?}"
        );
        // Many arrivals are better than a low ratio of a few.
        let fit = |arrived, ratio| ModeFit { arrived, time_ratio: Some(ratio) };
        assert_eq!(better(&fit(1.0, 1.9), &fit(0.5, 1.0)), Ordering::Less);
        assert_eq!(better(&fit(0.999, 1.1), &fit(1.0, 1.2)), Ordering::Less);
    }

    #[test]
    fn another_map_follows_those_like_it() {
        assert_eq!(MapKind::of(&layout("crossing")), Some(MapKind([false, true, true])));
        assert_eq!(MapKind::of(&layout("corridor")), Some(MapKind([true, true, true])));
        assert_eq!(MapKind::of(&layout("bottleneck")), Some(MapKind([true, true, false])));
        assert_eq!(MapKind::of(&layout("circle")), Some(MapKind([false, true, true])));
        let corridor = layout("corridor");
        let ModeOrder { basis: text, is_estimate, .. } = ModeOrder::of("mine/corridor.toml", &corridor);
        assert!(is_estimate);
        assert!(text.contains("with walls, a crowd and head-on traffic"), "{text}");
        let maps = Basis::of("mine.toml", &corridor).maps;
        assert!(
            maps.contains(&"corridor") && maps.contains(&"door") && !maps.contains(&"crossing"),
            "{maps:?}"
        );
        let modes = ModeOrder::of("mine.toml", &corridor).modes;
        let lanes = modes.iter().find(|(mode, _)| mode.name() == "lanes").unwrap().1.unwrap();
        assert_eq!(Some(lanes), mean(&maps, "lanes"));
        let own = ModeOrder::of("corridor", &corridor);
        assert!(own.basis.starts_with("Measured on this map:") && !own.is_estimate, "{own:?}");
    }

    #[test]
    fn figures_of_a_built_in_map_are_estimates_with_other_units_or_walls() {
        let mut fewer = layout("door");
        fewer.starts.pop();
        let mut open = layout("door");
        open.walls.pop();
        for changed in [fewer, open] {
            let order = ModeOrder::of("door", &changed);
            assert!(order.is_estimate && order.basis.contains("with its own walls"), "{}", order.basis);
            assert_eq!(order.modes, ModeOrder::of("door", &layout("door")).modes);
        }
    }

    #[test]
    fn a_map_without_goals_has_no_order() {
        let mut layout = layout("one-on-one");
        layout.starts.iter_mut().for_each(|start| start.goal = Goal::Roam);
        let order = ModeOrder::of("mine.toml", &layout);
        assert!(order.modes.iter().all(|(_, fit)| fit.is_none()) && !order.is_estimate);
        assert!(order.basis.starts_with("No unit"), "{}", order.basis);
        layout.starts[0].goal = Goal::Point { at: Point::new(9.0, 0.0), radius: 1.0, own: true };
        assert!(ModeOrder::of("mine.toml", &layout).modes[0].1.is_some());
    }
}
