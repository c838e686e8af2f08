//! Writes a start file as a map, so that its units can be moved and walls added.

use super::text;
use crate::document::DocumentError;
use crate::scene::description::{BodyKeys, Description, GoalKind, Shape, UnitSpec};
use crate::scene::formats::starts;
use crate::scene::layout_options::LayoutOptions;
use crate::scene::map::Scene;
use sidestep::settings::WEIGHTS;
use sidestep::types::MapPoint;
use sidestep::world::{Layout, Start};
use std::fmt::Write;
use std::path::Path;
use toml_edit::Value;

/// Returns a map whose layout is that of a start file with these options, except that its units are numbered group by group. The
/// comments of the file stay with their units.
pub(super) fn as_map(scene: &Scene, options: &LayoutOptions) -> Result<Scene, DocumentError> {
    let layout = scene.layout(options)?;
    let file = Path::new(&*scene.source.file).with_extension("toml");
    Scene::from_toml(&file.display().to_string(), &written(scene, &layout))
}

fn written(scene: &Scene, layout: &Layout) -> String {
    let (d, origin) = (&scene.description, layout.origin);
    let comments = starts::comments(&scene.source.text);
    let file = Path::new(&*scene.source.file).file_name().unwrap_or_default().to_string_lossy();
    let mut map = lines(&comments.top, "");
    // Writing to a string does not fail.
    let _ = writeln!(map, "sidestep = 1\nsource = {}", Value::from(&*file));
    let _ = writeln!(map, "bounds = {}", text::corners(layout.bounds, origin));
    let _ = writeln!(map, "time_limit = {}", text::short(layout.time_limit));
    if layout.seed != d.seed {
        let _ = writeln!(map, "seed = {}", layout.seed);
    }
    let _ = write!(map, "\n[avoidance]\nmode = {}\n\n[weights]\n", Value::from(d.steering.mode.name()));
    for setting in &WEIGHTS {
        let weight = d.steering.get(setting);
        if weight != setting.default {
            let _ = writeln!(map, "{} = {}", setting.name(), text::short(weight.as_number()));
        }
    }
    map += &groups(d, layout, &comments, origin);
    map + &lines(&comments.end, "")
}

fn groups(d: &Description, layout: &Layout, comments: &starts::Comments, origin: MapPoint) -> String {
    let mut map = String::new();
    // The number of each unit's line, group by group.
    let mut order = d.order.iter();
    for group in &d.groups {
        let Shape::Units(units) = &group.shape else { continue };
        let _ = write!(map, "\n[[group]]\nname = {}\nunits = [\n", Value::from(group.name.as_str()));
        for (unit, line) in units.iter().zip(order.by_ref()) {
            let (above, after) = comments.units.get(*line).cloned().unwrap_or_default();
            map += &lines(&above, "    ");
            let after = after.map_or(String::new(), |comment| format!(" {comment}"));
            let _ = writeln!(map, "    {},{after}", entry(unit, &layout.starts[*line], origin));
        }
        map += "]\n";
    }
    map
}

fn lines(comments: &[String], indent: &str) -> String {
    comments.iter().map(|comment| format!("{indent}{comment}\n")).collect()
}

/// Returns a unit of a list.
fn entry(unit: &UnitSpec, start: &Start, origin: MapPoint) -> Value {
    let usual = BodyKeys::default().body();
    let position = ("position", text::point(start.position, origin));
    let radius = (start.radius != usual.radius).then(|| ("radius", text::short(start.radius)));
    let speed = (start.max_speed != usual.max_speed).then(|| ("max_speed", text::short(start.max_speed)));
    let goal = match unit.goal.as_ref().map(|goal| &goal.kind) {
        Some(GoalKind::Point(at)) => {
            let point = text::table([("point", text::point(*at, origin))]);
            Some(("goal", Value::InlineTable(point)))
        }
        _ => None,
    };
    Value::InlineTable(text::table([position].into_iter().chain(radius).chain(speed).chain(goal)))
}
