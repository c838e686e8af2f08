//! The built-in maps. Their text is part of the program, so that it runs from any folder.

/// A map that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub toml: &'static str,
}

/// A map under maps/ by its name.
macro_rules! map {
    ($name:literal) => {
        BuiltIn { name: $name, toml: include_str!(concat!("../../maps/", $name, ".toml")) }
    };
}

/// In the order of a tour: the main job, its relatives, then the two articles' scenes from few units to many, pedestrians
/// among walls after the one scene that has them; then DM810's behaviours, and what combines them.
const MAPS: [BuiltIn; 26] = [
    map!("crossing"),
    map!("crossing-perpendicular"),
    map!("crossing-oblique"),
    map!("four-way"),
    map!("circle"),
    map!("one-on-one"),
    map!("one-on-one-angled"),
    map!("small-groups"),
    map!("large-groups"),
    map!("tunnel"),
    map!("corridor"),
    map!("bottleneck"),
    map!("two-doors"),
    map!("t-junction"),
    map!("straight-ahead"),
    map!("even-pair"),
    map!("after-you"),
    map!("chase"),
    map!("chicken"),
    map!("dozen"),
    map!("pursuit"),
    map!("patrol"),
    map!("wander"),
    map!("corner"),
    map!("wall-and-crowd"),
    map!("dead-end"),
];

/// Every built-in map, in the order of a tour.
pub fn built_in_maps() -> &'static [BuiltIn] {
    &MAPS
}
