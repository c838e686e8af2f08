//! The ways of units to goals without a field: the corners that are left, found once over wide cells and then followed.

use super::super::clearance::Clearance;
use super::super::heading::Heading;
use super::super::rough_path::{RoughPath, WideGround};
use super::super::size_class::SizeClass;
use super::Navigator;
use crate::types::Point;

/// A unit on its way looks for the next corner every so many ticks, and in each one close to a corner.
pub(super) const LOOK_EVERY: u32 = 8;
/// The largest number of wide cells in which a unit that has lost sight of its next corner looks for the way back to it.
const REJOIN_CELLS: usize = 400;

impl Navigator {
    /// Finds ways, and rough paths until fields are complete, over up to this many wide cells.
    pub(super) fn search(&mut self, positions: &[Point], mut cells: usize) {
        let Navigator { classes, class, field, way, looks, .. } = self;
        *looks = looks.wrapping_add(1);
        for (id, p) in positions.iter().enumerate() {
            let (Some(Some(field)), Some(class)) = (field.get(id), class.get(id)) else { continue };
            let Some(class) = classes.get_mut(usize::from(*class)) else { continue };
            let SizeClass { clearance: Some(clearance), wide: Some(wide), fields, .. } = class else {
                continue;
            };
            let Some(field) = fields.get_mut(*field as usize) else { continue };
            if !field.stays_rough() {
                cells = field.search(clearance, wide, *p, cells);
                continue;
            }
            let looks_now = (*looks).wrapping_add(id as u32).is_multiple_of(LOOK_EVERY);
            let way = &mut way[id];
            if cells > 0
                && !leads_on(clearance, way, *p, looks_now)
                && !rejoin(clearance, wide, way, *p, &mut cells)
                && let Some(found) = field.find_way(clearance, wide, *p, &mut cells)
            {
                *way = found;
            }
        }
        classes.iter_mut().flat_map(|class| &mut class.fields).for_each(|field| field.end_search());
    }

    /// Where unit `id` at `p` heads on the path of its field or its own way. None if that is not known yet.
    pub(super) fn own_heading(&self, id: usize, p: Point) -> Option<Heading> {
        let (clearance, field) = self.own_field(id)?;
        if !field.stays_rough() {
            return field.heading(clearance, self.wide(id), p);
        }
        let way = &self.way[id];
        let beyond: f32 = way.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
        way.first().map(|next| Heading { aim: *next, distance: (next - p).norm() + beyond })
    }

    /// The corners of this path, ending with the goal of the field.
    pub(super) fn own_corners(&self, id: usize, p: Point) -> Option<Vec<Point>> {
        let (clearance, field) = self.own_field(id)?;
        if field.stays_rough() {
            return Some(self.way[id].clone()).filter(|way| !way.is_empty());
        }
        field.corners(clearance, self.wide(id), p)
    }
}

/// Leads a unit that strayed to `p` back to the next corner of its way, if that is not far.
fn rejoin(
    clearance: &Clearance,
    ground: &WideGround,
    way: &mut Vec<Point>,
    p: Point,
    cells: &mut usize,
) -> bool {
    let Some(next) = way.first() else { return false };
    let most = REJOIN_CELLS.min(*cells);
    let mut rough = RoughPath::new(clearance, ground, *next, p);
    let left = rough.search(clearance, ground, p, most);
    *cells -= most - left;
    let back = rough.corners(clearance, ground, p);
    let is_known = back.is_some();
    way.splice(0..usize::from(is_known), back.into_iter().flatten());
    is_known
}

/// Drops the corners that a unit at `p` has passed. Returns whether it sees the next one, or has no need to look.
fn leads_on(clearance: &Clearance, way: &mut Vec<Point>, p: Point, looks_now: bool) -> bool {
    let Some(next) = way.first() else { return false };
    let is_close = (next - p).norm() < 2.0 * clearance.radius();
    if !is_close && !looks_now {
        return true;
    }
    let stands_there = (next - p).norm() < 0.1 * clearance.radius();
    let seen = way[1..].iter().take_while(|corner| clearance.sees(p, **corner)).count();
    // No way is so rough that a unit waits at a corner for ever.
    way.drain(..seen.max(usize::from(stands_there && way.len() > 1)));
    // A unit that is pressed into a wall sees nothing, and needs no other way.
    is_close || clearance.is_pressed(p) || clearance.sees(p, way[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Wall;
    use crate::types::Rect;

    /// A wall from y = −5 to 5.
    fn ground() -> Clearance {
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -5.0), max: Point::new(1.0, 5.0) });
        let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        Clearance::new(&[wall], area, 0.5).unwrap()
    }

    #[test]
    fn a_unit_drops_the_corners_that_it_has_passed() {
        let (clearance, corner, goal) = (ground(), Point::new(-1.6, 5.6), Point::new(6.0, 0.0));
        let after = |p: Point, looks_now: bool| {
            let mut way = vec![corner, Point::new(1.6, 5.6), goal];
            (leads_on(&clearance, &mut way, p, looks_now), way.len())
        };
        assert_eq!(after(Point::new(-6.0, 0.0), true), (true, 3));
        assert_eq!(after(Point::new(-1.8, 5.4), false), (true, 3), "close, and the next corner is hidden");
        assert_eq!(after(Point::new(-1.6, 5.7), false), (true, 2));
        assert_eq!(after(Point::new(6.0, 6.0), true), (true, 1));
        assert_eq!(after(Point::new(6.0, 6.0), false), (true, 3), "it does not look in this tick");
        assert_eq!(after(Point::new(3.0, -4.0), true), (true, 1));
    }

    #[test]
    fn a_unit_finds_another_way_if_a_wall_hides_the_next_corner_but_not_while_it_is_pressed_into_a_wall() {
        let clearance = ground();
        let leads = |p: Point| leads_on(&clearance, &mut vec![Point::new(6.0, 0.0)], p, true);
        assert!(!leads(Point::new(-6.0, 0.0)) && leads(Point::new(1.01, 0.0)));
        assert!(leads(Point::new(-1.01, 0.0)), "it sees nothing");
    }

    #[test]
    fn no_unit_waits_at_a_corner_from_which_it_does_not_see_the_next_one() {
        let (clearance, corner, hidden) = (ground(), Point::new(-3.0, 0.0), Point::new(3.0, 0.0));
        let mut way = vec![corner, hidden];
        leads_on(&clearance, &mut way, corner, false);
        assert_eq!(way, [hidden]);
    }
}
