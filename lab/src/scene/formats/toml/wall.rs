//! Reads `[[wall]]`.

use crate::document::{DocumentError, NumberRange, Span, Table, Value};
use crate::scene::limits::MAX_CORNERS;
use crate::scene::map_problem::MapProblem;
use sidestep::geometry::{Wall, WallError};

/// The keys of shapes.
pub(super) const SHAPES: [&str; 4] = ["box", "circle", "polygon", "chain"];

/// Reads the shape of a wall or a door.
pub(super) fn read_shape(one: &Value) -> Result<Wall, DocumentError> {
    let wall = match one.key() {
        "box" => Wall::Box(one.rect(false)?),
        "circle" => {
            let table = one.table("a circle", &["center", "radius"])?;
            let center = table.need("center", "center = [0, 0]")?.point()?;
            Wall::Circle { center, radius: table.need("radius", "radius = 2")?.number(NumberRange::LENGTH)? }
        }
        "polygon" => Wall::Polygon(one.points()?),
        _ => Wall::Chain(one.points()?),
    };
    wall.check_corners().map_err(|error| one.error(wall_problem(error), "this wall"))?;
    Ok(wall)
}

/// Reads all walls of a map.
pub(super) fn walls(top: &Table) -> Result<Vec<(Wall, Span)>, DocumentError> {
    let Some(list) = top.get("wall") else { return Ok(Vec::new()) };
    let mut walls = Vec::new();
    let mut corners = 0;
    for item in list.items("a list of tables", "each wall under its own [[wall]]")? {
        let one = item.table("a wall", &SHAPES)?.one_of(&SHAPES)?;
        let wall = read_shape(&one)?;
        if let Wall::Polygon(points) | Wall::Chain(points) = &wall {
            corners += points.len();
            if corners > MAX_CORNERS {
                return Err(one.error(MapProblem::TooManyCorners, "too many corners up to this wall"));
            }
        } else {
            corners += 4;
        }
        walls.push((wall, one.span()));
    }
    Ok(walls)
}

/// Returns the problem for an invalid wall.
fn wall_problem(error: WallError) -> MapProblem {
    match error {
        WallError::Empty { shape, reason, help } => MapProblem::EmptyShape { what: shape, why: reason, help },
        WallError::CrossesItself { first, second } => MapProblem::PolygonCrossesItself { first, second },
    }
}
