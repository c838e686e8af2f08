//! One snapshot for every error of a map, as the user sees it. The texts are part of the interface, so changes must be
//! visible.

use miette::{GraphicalReportHandler, GraphicalTheme};
use proptest::prelude::*;
use sidestep_lab::scene::{DocumentError, LayoutOptions, MAX_BYTES, Scene, built_in_maps};
use std::path::Path;

fn rendered(error: &DocumentError) -> String {
    rendered_at(100, error)
}

fn rendered_at(width: usize, error: &DocumentError) -> String {
    let mut text = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(width)
        .render_report(&mut text, error)
        .expect("a report can be written to a string");
    text
}

/// Returns a valid map except for one mistake, from its head, the body of a group, and the rest.
fn map(head: &str, group: &str, rest: &str) -> String {
    let head = if head.contains("bounds") {
        head.to_string()
    } else {
        format!("bounds = [[-20, -10], [20, 10]]\n{head}")
    };
    let head = if head.contains("time_limit") { head } else { format!("{head}\ntime_limit = 60") };
    format!("sidestep = 1\n{head}\n\n[[group]]\nname = \"west\"\n{group}\n\n{rest}\n")
}

/// Returns a valid map whose group follows a plan with this body.
fn planned(plan: &str, goal: &str) -> String {
    let group = format!("steering = \"p\"\nunits = [{{ position = [-5, 0] }}]\ngoal = {{ {goal} }}");
    map("", &group, &format!("[[steering]]\nname = \"p\"\n{plan}"))
}

const ROAM: &str = "roam = true";

const GROUP: &str = "units = [{ position = [-5, 0] }]\ngoal = { point = [5, 0] }";

/// Four units in a square of 1.5 m.
const BLOCK: &str = "formation = \"grid\"\ncount = 4\narea = [[0, 0], [1.5, 1.5]]\ngoal = { shift = [5, 0] }";

/// Defines a test that a map is refused with the error in the snapshot of the same name.
macro_rules! refused {
    ($($name:ident: $toml:expr;)*) => {$(
        #[test]
        fn $name() {
            let toml: String = $toml;
            let error = Scene::from_toml("test.toml", &toml).err();
            let error = error.unwrap_or_else(|| panic!("this map was accepted:\n{toml}"));
            insta::assert_snapshot!(stringify!($name), rendered(&error));
        }
    )*};
}

refused! {
    syntax: map("seed = ", GROUP, "");
    unknown_key: map("time_limt = 3", GROUP, "");
    unknown_colour: map("", &format!("color = \"gren\"\n{GROUP}"), "");
    colour_of_five_digits: map("", &format!("color = \"#12345\"\n{GROUP}"), "");
    moved_unit_that_is_not_there: map("", &format!("{BLOCK}\nmoved = [{{ unit = 4, position = [0, 0] }}]"), "");
    moved_twice: map("", &format!("{BLOCK}\nmoved = [{{ unit = 1, position = [0, 0] }}, {{ unit = 1, position = [5, 0] }}]"), "");
    moved_onto_another: map("", &format!("{BLOCK}\nmoved = [{{ unit = 1, position = [0, 1.5] }}]"), "");
    moved_in_a_list: map("", &format!("{GROUP}\nmoved = [{{ unit = 0, position = [0, 0] }}]"), "");
    unknown_key_in_a_goal: map("", "units = [{ position = [0, 0] }]\ngoal = { pint = [5, 0] }", "");
    missing_key: "sidestep = 1\nbounds = [[0, 0], [5, 5]]\n".to_string();
    missing_goal: map("", "units = [{ position = [0, 0] }]", "");
    missing_count: map("", "formation = \"random\"\narea = [[0, 0], [5, 5]]\ngoal = { shift = [5, 0] }", "");
    missing_formation: map("", "goal = { shift = [5, 0] }", "");
    wrong_type: map("", "count = \"many\"\nformation = \"grid\"\narea = [[0, 0], [5, 5]]\ngoal = { shift = [5, 0] }", "");
    wrong_type_of_a_point: map("", "units = [{ position = [0, 0, 0] }]\ngoal = { point = [5, 0] }", "");
    wrong_version: map("", GROUP, "").replace("sidestep = 1", "sidestep = 2");
    missing_version: map("", GROUP, "").replace("sidestep = 1", "");
    zero_radius: map("unit = { radius = 0 }", GROUP, "");
    negative_radius: map("unit = { radius = -0.5 }", GROUP, "");
    negative_mass: map("unit = { mass = -1 }", GROUP, "");
    zero_speed: map("unit = { max_speed = 0.0 }", GROUP, "");
    zero_force: map("unit = { max_force = 0 }", GROUP, "");
    not_a_number: map("jitter = nan", GROUP, "");
    infinite: map("", "units = [{ position = [inf, 0] }]\ngoal = { point = [5, 0] }", "");
    huge_number: map("", "units = [{ position = [1e30, 0] }]\ngoal = { point = [5, 0] }", "");
    unit_in_a_box: map("", GROUP, "[[wall]]\nbox = [[-4.6, -1], [2, 1]]");
    unit_in_a_circle: map("", GROUP, "[[wall]]\ncircle = { center = [-5, 2], radius = 1.8 }");
    unit_in_a_polygon: map("", GROUP, "[[wall]]\npolygon = [[-9, -9], [3, -9], [-9, 9]]");
    unit_on_a_chain: map("", GROUP, "[[wall]]\nchain = [[-8, -3], [-5, 0.2], [-2, -3]]");
    goal_in_a_wall: map("", GROUP, "[[wall]]\nbox = [[4, -1], [6, 1]]");
    units_overlap: map("", "units = [{ position = [-5, 0] }, { position = [-4.2, 0.1] }]\ngoal = { point = [5, 0] }", "");
    groups_overlap: map("", "count = 9\nformation = \"grid\"\narea = [[-9, -2], [-5, 2]]\nspacing = 1.5\ngoal = { shift = [9, 0] }",
        "[[group]]\nname = \"east\"\nunits = [{ position = [-7, 0.5] }]\ngoal = { stand = true }");
    does_not_fit: map("", "count = 200\nformation = \"grid\"\narea = [[-9, -2], [-5, 2]]\nspacing = 1.5\ngoal = { shift = [9, 0] }", "");
    does_not_fit_in_columns: map("", "count = 9\ncolumns = 1\nformation = \"hex\"\narea = [[-9, -2], [-5, 2]]\ngoal = { shift = [9, 0] }", "");
    random_does_not_fit: map("", "count = 16\nformation = \"random\"\narea = [[-9, -2], [-5, 2]]\ngoal = { shift = [9, 0] }", "");
    too_close: map("jitter = 0.2", "count = 4\nformation = \"grid\"\narea = [[-9, -2], [-5, 2]]\nspacing = 1.2\ngoal = { shift = [9, 0] }", "");
    ring_too_close: map("", "count = 8\nring = { center = [0, 0], radius = 1 }\ngoal = { mirror = [0, 0] }", "");
    zero_units: map("", "count = 0\nformation = \"grid\"\narea = [[-9, -2], [-5, 2]]\ngoal = { shift = [9, 0] }", "");
    empty_list_of_units: map("", "units = []\ngoal = { stand = true }", "");
    no_groups: "sidestep = 1\nbounds = [[0, 0], [5, 5]]\ntime_limit = 9\ngroup = []".to_string();
    too_many_units: map("", "count = 18446744073709551615\nformation = \"grid\"\narea = [[-9, -2], [-5, 2]]\ngoal = { shift = [9, 0] }", "");
    too_many_units_in_an_area: map("", "formation = \"grid\"\narea = [[-9000, -2000], [-5, 2]]\ngoal = { shift = [9, 0] }", "");
    too_many_units_in_all: map("", "count = 60000\nring = { center = [0, 0] }\ngoal = { mirror = [0, 0] }",
        "[[group]]\nname = \"east\"\ncount = 60000\nring = { center = [0, 0] }\ngoal = { mirror = [0, 0] }");
    goal_outside: map("", "units = [{ position = [-5, 0] }]\ngoal = { point = [25, 0] }", "");
    region_outside: map("", "units = [{ position = [-5, 0] }]\ngoal = { region = [[15, 0], [25, 5]] }", "");
    start_outside: map("", "units = [{ position = [-25, 0] }]\ngoal = { point = [5, 0] }", "");
    unknown_mode: map("avoidance = { mode = \"raycst\" }", GROUP, "");
    unknown_stage: map("avoidance = { stage = 5 }", GROUP, "");
    setting_of_another_model: map("avoidance = { mode = \"raycast\", stage = 2 }", GROUP, "");
    setting_out_of_range: map("avoidance = { mode = \"orca\", time_horizon = 0 }", GROUP, "");
    setting_of_a_model_out_of_range: map("avoidance = { orca = { time_horizon = 0 } }", GROUP, "");
    setting_of_a_model_unheard_of: map("avoidance = { orca = { time_horizn = 1 } }", GROUP, "");
    setting_twice: map("avoidance = { mode = \"orca\", time_horizon = 1, orca = { time_horizon = 2 } }", GROUP, "");
    unknown_mode_of_a_group: map("", &format!("avoidance = \"raycst\"\n{GROUP}"), "");
    push_out_of_range: map("push = { on = true, strength = 3 }", GROUP, "");
    setting_of_a_mechanism_unheard_of: map("gates = { on = true, widht = 9 }", GROUP, "");
    setting_of_a_mechanism_out_of_range: map("queueing = { gap = -1 }", GROUP, "");
    switch_that_is_a_number: map("gates = { on = 1 }", GROUP, "");
    switch_that_is_neither_on_nor_off: map("gates = { on = \"maybe\" }", GROUP, "");
    mechanism_unheard_of: map("gate = { on = true }", GROUP, "");
    unknown_formation: map("", "count = 4\nformation = \"circle\"\narea = [[0, 0], [5, 5]]\ngoal = { shift = [5, 0] }", "");
    two_goals: map("", "units = [{ position = [-5, 0] }]\ngoal = { point = [5, 0], stand = true }", "");
    goal_that_does_not_stand: map("", "units = [{ position = [-5, 0] }]\ngoal = { stand = false }", "");
    key_of_another_goal: map("", "units = [{ position = [-5, 0] }]\ngoal = { point = [5, 0], gap = 1 }", "");
    two_formations: map("", "count = 4\nformation = \"grid\"\nring = { center = [0, 0] }\narea = [[0, 0], [5, 5]]\ngoal = { shift = [5, 0] }", "");
    goal_unit_of_an_unknown_group: map("", "units = [{ position = [-5, 0] }]\ngoal = { unit = \"wets:0\" }", "");
    goal_unit_beyond_its_group: map("", "units = [{ position = [-5, 0] }]\ngoal = { unit = \"west:1\" }", "");
    goal_unit_without_a_number: map("", "units = [{ position = [-5, 0] }]\ngoal = { unit = \"west\" }", "");
    goal_is_itself: map("", "units = [{ position = [-5, 0] }]\ngoal = { unit = \"west:0\" }", "");
    mass_and_density: map("unit = { mass = 3, density = 20 }", GROUP, "");
    duplicate_group: map("", GROUP, "[[group]]\nname = \"west\"\nunits = [{ position = [5, 5] }]\ngoal = { stand = true }");
    velocity_of_a_unit_that_stands: map("", "units = [{ position = [3, 0], velocity = [0, 1] }]\ngoal = { stand = true }", "");
    polygon_with_two_points: map("", GROUP, "[[wall]]\npolygon = [[3, 3], [4, 4]]");
    polygon_without_an_inside: map("", GROUP, "[[wall]]\npolygon = [[3, 3], [3, 3], [4, 3]]");
    polygon_crosses_itself: map("", GROUP, "[[wall]]\npolygon = [[3, 3], [6, 6], [6, 3], [3, 6]]");
    empty_chain: map("", GROUP, "[[wall]]\nchain = []");
    empty_box: map("", GROUP, "[[wall]]\nbox = [[3, 3], [3, 6]]");
    line_without_a_length: map("", "units = [{ position = [-5, 0] }]\ngoal = { line = [[5, 0], [5, 0]] }", "");
    time_limit_zero: map("time_limit = 0", GROUP, "");
    bounds_inverted: map("bounds = [[20, 10], [-20, -10]]", GROUP, "");
    askew_region: map("", "units = [{ position = [-5, 0] }]\ngoal = { region = [[5, 0], [9, 5]] }\nrotate = { degrees = 30, about = [0, 0] }", "");
    too_far: map("", "count = 3\nring = { center = [0, 0], radius = 50000 }\ngoal = { across = [5, 0] }\nrotate = { degrees = 30, about = [50000, 0] }", "");
    plan_unknown: map("", &format!("steering = \"carful\"\n{GROUP}"), "[[steering]]\nname = \"careful\"\nbehaviours = [{ do = \"seek\" }]");
    plan_where_there_is_none: map("", &format!("steering = \"careful\"\n{GROUP}"), "");
    plan_twice: planned("behaviours = [{ do = \"wander\" }]\n[[steering]]\nname = \"p\"\nbehaviours = [{ do = \"wander\" }]", ROAM);
    plan_without_behaviours: planned("behaviours = []", ROAM);
    plan_combined_unheard_of: planned("combine = \"priorty\"\nbehaviours = [{ do = \"wander\" }]", ROAM);
    plan_with_a_foreign_key: planned("combine = \"blending\"\nepsilon = 0.1\nbehaviours = [{ do = \"wander\" }]", ROAM);
    plan_with_an_unknown_key: planned("behaviors = [{ do = \"wander\" }]", ROAM);
    plan_weightless: planned("behaviours = [{ do = \"wander\", weight = 0 }, { do = \"separation\", weight = 0 }]", ROAM);
    plan_with_a_negative_epsilon: planned("combine = \"priority\"\nepsilon = -0.1\ngroups = [[{ do = \"wander\" }]]", ROAM);
    behaviour_unknown: planned("behaviours = [{ do = \"wandr\" }]", ROAM);
    behaviour_with_an_unknown_setting: planned("behaviours = [{ do = \"wander\", speed = 2 }]", ROAM);
    behaviour_with_another_ones_setting: planned("behaviours = [{ do = \"wander\", threshold = 2 }]", ROAM);
    behaviour_setting_out_of_range: planned("behaviours = [{ do = \"separation\", threshold = -2 }]", ROAM);
    behaviour_without_its_target: planned("behaviours = [{ do = \"seek\" }]", ROAM);
    behaviour_with_a_target_that_is_not_there: planned("behaviours = [{ do = \"seek\", target = \"wets:0\" }]", ROAM);
    behaviour_with_a_target_beyond_its_group: planned("behaviours = [{ do = \"seek\", target = \"west:4\" }]", ROAM);
    behaviour_with_a_target_for_nothing: planned("behaviours = [{ do = \"wander\", target = \"west:0\" }]", ROAM);
    behaviour_without_its_path: planned("behaviours = [{ do = \"follow-path\" }]", ROAM);
    plan_of_a_group_that_stands: planned("behaviours = [{ do = \"wander\" }]", "stand = true");
    path_of_one_point: planned("behaviours = [{ do = \"follow-path\", path = [[1, 2]] }]", ROAM);
    pipeline_without_an_actuator: planned("combine = \"pipeline\"\ntargeters = [{ do = \"goal\" }]", "point = [5, 0]");
    pipeline_with_an_unknown_stage: planned("combine = \"pipeline\"\ntargeters = [{ do = \"goal\" }]\nconstraints = [{ do = \"avoid-wall\" }]\nactuator = { do = \"seek\" }", "point = [5, 0]");
    pipeline_turned_by_what_does_not_turn: planned("combine = \"pipeline\"\ntargeters = [{ do = \"goal\" }]\nactuator = { do = \"seek\" }\nturning = { do = \"wander\" }", "point = [5, 0]");
    pipeline_of_no_rounds: planned("combine = \"pipeline\"\ntargeters = [{ do = \"goal\" }]\nactuator = { do = \"seek\" }\nrounds = 0", "point = [5, 0]");
    deep_nesting: map(&format!("seed = {}", "[".repeat(50_000)), GROUP, "");
}

#[test]
fn too_many_corners() {
    let points: Vec<String> = (0..10_001).map(|i| format!("[{}, 9]", i as f32 * 0.1)).collect();
    let toml = map("", GROUP, &format!("[[wall]]\nchain = [{}]", points.join(",")));
    let error = Scene::from_toml("test.toml", &toml).expect_err("too many corners");
    assert_eq!(error.to_string(), "too many wall corners: all walls together can have at most 10000");
}

#[test]
fn not_utf8() {
    let error = Scene::from_bytes("test.toml", b"sidestep = 1\nname = \"\xff\"").expect_err("not UTF-8");
    insta::assert_snapshot!("not_utf8", rendered(&error));
}

/// A group of 100 units shares the problem, so the message is not about one of them.
#[test]
fn goals_of_a_whole_group_in_a_wall() {
    let group = |goal: &str| {
        format!("count = 100\nformation = \"grid\"\narea = [[-19, -9], [-5, 9]]\ngoal = {{ {goal} }}")
    };
    let message = |goal: &str, rest: &str| {
        Scene::from_toml("test.toml", &map("", &group(goal), rest)).expect_err("refused").to_string()
    };
    let wall = |corners: &str| format!("[[wall]]\nbox = {corners}");
    assert_eq!(
        message("point = [5, 0]", &wall("[[4, -1], [6, 1]]")),
        "all 100 units of group 'west' have their goals inside a wall, at (5.00, 0.00)"
    );
    let shifted = message("shift = [24, 0]", &wall("[[4, -9.5], [19.5, 9.5]]"));
    assert!(
        shifted.starts_with("all 100 units of group 'west' have their goals inside a wall, the first at ("),
        "{shifted}"
    );
    let some = message("shift = [24, 0]", &wall("[[4, 0], [19.5, 9.5]]"));
    assert!(
        some.contains(" of the 100 units of group 'west' have their goals inside a wall, the first"),
        "{some}"
    );
    assert_eq!(
        message("point = [50, 0]", ""),
        "all 100 units of group 'west' have their goals outside the bounds, at (50.00, 0.00)"
    );
}

#[test]
fn file_too_large() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    // As in a folder with a long name.
    let path = folder.path().join("long-".repeat(20) + "large.toml");
    let file = std::fs::File::create(&path).expect("a file for the test");
    file.set_len(MAX_BYTES + 1).expect("a sparse file");
    let error = Scene::from_file(&path).expect_err("too large");
    insta::assert_snapshot!(
        "file_too_large",
        rendered_at(1000, &error).replace(&*path.display().to_string(), "large.toml")
    );
    let error = Scene::from_bytes("test.toml", &vec![b'#'; MAX_BYTES as usize + 1]);
    assert!(error.is_err());
}

#[test]
fn missing_file() {
    let error = Scene::from_file(Path::new("no/such.toml")).expect_err("missing");
    assert!(error.to_string().starts_with("cannot read no/such.toml"), "{error}");
    let error = Scene::from_file(Path::new("src")).expect_err("a folder");
    insta::assert_snapshot!("folder", rendered(&error));
}

#[test]
fn unknown_map() {
    let error = Scene::open("crosing").expect_err("unknown");
    insta::assert_snapshot!("unknown_map", rendered(&error));
}

fn asked(name: &str, units: usize) -> String {
    let scene = Scene::built_in(name).expect("a built-in map");
    rendered(
        &scene
            .layout(&LayoutOptions { units: Some(units), ..LayoutOptions::default() })
            .expect_err("refused"),
    )
}

#[test]
fn not_scalable() {
    insta::assert_snapshot!("not_scalable", asked("one-on-one", 20));
}

#[test]
fn too_few_units() {
    insta::assert_snapshot!("too_few_units", asked("four-way", 3));
}

#[test]
fn more_units_than_are_taken() {
    insta::assert_snapshot!("more_units_than_are_taken", asked("crossing", 100_001));
    assert!(asked("crossing", usize::MAX).contains("too_many_units"));
    assert!(asked("crossing", 0).contains("no_units"));
}

/// A text that a mutation inserts into a map.
const SCRAPS: [&str; 24] = [
    "1e30",
    "-1e30",
    "nan",
    "inf",
    "18446744073709551615",
    "-9223372036854775808",
    "0",
    "-1",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "[[group]]\n",
    "[[wall]]\n",
    "count = 100000\n",
    "formation = \"random\"\n",
    "1e-30",
    "99999",
    "50000",
    "= =",
    "\n",
    "\u{0}é",
    "0.0001",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// A mangled map is read or refused, without a panic, a hang or a huge allocation.
    #[test]
    fn mangled_maps_are_read_or_refused(
        which in 0..built_in_maps().len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, 0..SCRAPS.len()), 1..4),
    ) {
        let mut text: Vec<char> = built_in_maps()[which].toml.chars().collect();
        for (at, cut, scrap) in edits {
            let at = at.index(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, SCRAPS[scrap].chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = Scene::from_toml("mangled.toml", &text) {
            prop_assert!(!rendered(&error).is_empty());
        }
    }

    /// The same for numbers, which are replaced as a whole, so that the map stays valid TOML.
    #[test]
    fn wild_numbers_are_read_or_refused(
        which in 0..built_in_maps().len(),
        at in any::<prop::sample::Index>(),
        by in prop::sample::select(vec!["1e30", "-0.0", "0", "1e-40", "99999999999", "49999.9", "100000", "0.01", "-7"]),
    ) {
        let toml = built_in_maps()[which].toml;
        let numbers: Vec<usize> = toml.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i)
            .filter(|&i| !toml[..i].ends_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-')).collect();
        let start = numbers[at.index(numbers.len())];
        let rest = &toml[start..];
        let length = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let text = format!("{}{by}{}", &toml[..start], &rest[length..]);
        if let Ok(scene) = Scene::from_toml("wild.toml", &text) {
            let _ = scene.layout(&LayoutOptions { units: Some(1000), seed: Some(3), ..LayoutOptions::default() });
            prop_assert!(scene.summary().is_ok());
        }
    }
}

/// Tests a mode with settings of its own and settings of another model.
#[test]
fn a_setting_of_another_mode_is_refused_in_every_mode() {
    let taken = |avoidance: &str| {
        let toml = map("", GROUP, &format!("[avoidance]\n{avoidance}"));
        Scene::from_toml("test.toml", &toml).map(|_| ()).map_err(|error| rendered(&error))
    };
    for (mode, own, foreign) in
        [("orca", "time_horizon = 2", "stage = 3"), ("cardioid", "stage = 3", "time_horizon = 2")]
    {
        assert_eq!(taken(&format!("mode = \"{mode}\"\n{own}")), Ok(()));
        let refused = taken(&format!("mode = \"{mode}\"\n{own}\n{foreign}")).unwrap_err();
        assert!(refused.contains("not a setting of this mode"), "{refused}");
    }
}
