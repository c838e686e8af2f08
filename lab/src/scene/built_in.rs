//! The built-in maps. Their texts are part of the program, so that it runs from any folder.

/// A map included in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub toml: &'static str,
}

/// Includes the map of this name from maps/.
macro_rules! map {
    ($name:literal) => {
        BuiltIn { name: $name, toml: include_str!(concat!("../../maps/", $name, ".toml")) }
    };
}

/// In the order of a tour: the main scenario and its variants, the two articles' scenes from few units to many (with the
/// pedestrian scenes and the narrow places of RTS maps after the one that has walls), then DM810's behaviours and their combinations.
const MAPS: [BuiltIn; 42] = [
    map!("crossing"),
    map!("crossing-perpendicular"),
    map!("crossing-oblique"),
    map!("four-way"),
    map!("circle"),
    map!("slow-fast"),
    map!("overtake"),
    map!("through-idle"),
    map!("rally"),
    map!("one-on-one"),
    map!("one-on-one-angled"),
    map!("small-groups"),
    map!("large-groups"),
    map!("tunnel"),
    map!("corridor"),
    map!("bottleneck"),
    map!("two-doors"),
    map!("t-junction"),
    map!("door"),
    map!("door-narrow"),
    map!("two-doors-both-ways"),
    map!("three-rooms"),
    map!("corner"),
    map!("pillars"),
    map!("maze"),
    map!("choke"),
    map!("skirmish"),
    map!("gatehouse"),
    map!("streams"),
    map!("holding"),
    map!("straight-ahead"),
    map!("even-pair"),
    map!("after-you"),
    map!("chase"),
    map!("chicken"),
    map!("dozen"),
    map!("pursuit"),
    map!("patrol"),
    map!("wander"),
    map!("whiskers"),
    map!("wall-and-crowd"),
    map!("dead-end"),
];

/// Returns every built-in map, in the order of a tour.
pub fn built_in_maps() -> &'static [BuiltIn] {
    &MAPS
}
