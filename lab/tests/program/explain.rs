//! `sidestep explain`.

use super::*;
use sidestep::world::World;
use sidestep_lab::explain;
use sidestep_lab::scene::{LayoutOptions, Scene};

#[test]
fn explain_prints_one_line_per_situation() {
    let folder = folder();
    let fields = |line: &str| {
        let line = json(line.as_bytes());
        keys(&line).into_iter().map(String::from).collect::<BTreeSet<String>>()
    };
    for (name, count) in [("cardioid.json", 64), ("raycast.json", 60)] {
        let output = program(&folder).args(["explain", &golden(name)]).assert().code(0).get_output().clone();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), count, "{name}");
        let cases = json(&fs::read(golden(name)).unwrap());
        for (line, case) in text.lines().zip(cases.as_array().unwrap()) {
            assert_eq!(json(line.as_bytes())["id"], case["id"]);
            let expected = keys(&case["expect"]).into_iter().chain(["id"]).map(String::from).collect();
            assert!(fields(line).is_superset(&expected), "{line}");
        }
        // Standard input gives the same.
        let cases = fs::read(golden(name)).unwrap();
        program(&folder).args(["explain", "-"]).write_stdin(cases).assert().code(0).stdout(text);
    }
}

#[test]
fn errors_name_the_situation_and_the_field() {
    let unit = r#""unit":{"position":[0,0],"velocity":[1,0],"radius":0.5,"max_speed":2,"goal":[5,0]}"#;
    let good = format!(r#"{{"id":"good",{unit}}}"#);
    let case = |body: String| format!(r#"[{good},{{"id":"bad",{body}}}]"#);
    let changed = |from: &str, to: &str| {
        assert!(unit.contains(from));
        case(unit.replace(from, to))
    };
    let neighbour = |n: &str| case(format!(r#"{unit},"neighbours":[{{"position":[1,1],"radius":1}},{n}]"#));
    let wrong: [(String, &[&str]); 17] = [
        (changed(r#""radius":0.5,"#, ""), &["case 2 (bad)", "'unit.radius'", "missing"]),
        (changed("0.5", "\"wide\""), &["case 2 (bad)", "'unit.radius'", "wide"]),
        (changed("0.5", "0"), &["case 2 (bad)", "'unit.radius'", "above 0"]),
        (changed("[0,0]", "[1e300,0]"), &["case 2 (bad)", "'unit.position[0]'", "too large"]),
        (changed("[0,0]", "[0]"), &["case 2 (bad)", "'unit.position'"]),
        (changed("[0,0]", "[0,null]"), &["case 2 (bad)", "'unit.position[1]'", "a number, not null"]),
        (
            neighbour(r#"{"position":[1,1],"radius":1,"velocity":null}"#),
            &["case 2 (bad)", "'neighbours[1].velocity'", "two numbers, [x, y], not null"],
        ),
        (changed(r#","goal":[5,0]"#, ""), &["case 2 (bad)", "'unit.goal'", "cardioid needs it"]),
        (
            case(format!(r#""model":"raycast",{unit}"#)),
            &["case 2 (bad)", "'unit.max_force'", "raycast needs it"],
        ),
        (
            case(format!(r#""model":"cardiod",{unit}"#)),
            &["case 2 (bad)", "'model'", "did you mean 'cardioid'?"],
        ),
        (case(format!(r#""stage":7,{unit}"#)), &["case 2 (bad)", "'stage'", "between 1 and 4"]),
        (neighbour(r#"{"radius":1}"#), &["case 2 (bad)", "'neighbours[1].position'", "missing"]),
        (
            neighbour(r#"{"position":[2,2],"radius":-1}"#),
            &["case 2 (bad)", "'neighbours[1].radius'", "above 0"],
        ),
        (format!("[{good},3]"), &["case 2"]),
        ("[]".into(), &["the array is empty"]),
        ("not json".into(), &["invalid JSON"]),
        ("".into(), &["invalid JSON"]),
    ];
    let folder = folder();
    for (text, parts) in wrong {
        fs::write(folder.path().join("cases.json"), &text).unwrap();
        let output = program(&folder).args(["explain", "cases.json"]).assert().code(2).get_output().clone();
        let message = words(&output.stderr);
        for part in parts.iter().chain(&["cases.json"]) {
            assert!(message.contains(part), "{text}: no '{part}' in: {message}");
        }
        assert!(output.stdout.is_empty(), "a wrong file must print nothing: {text}");
    }
    refused(&["explain", "missing.json"], &["cannot read missing.json"]);
    refused(&["explain", "."], &["cannot read ."]);
}

/// Getting started explains a file with unit 0's situation on `after-you` at tick 90, as the window saves it.
/// `UPDATE_SITUATION=1` rewrites the file.
#[test]
fn the_situation_in_the_docs_is_the_one_that_explain_prints() {
    let name = "docs/situations/after-you-90-0.json";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    let layout = Scene::built_in("after-you").unwrap().layout(&LayoutOptions::default()).unwrap();
    let mut world = World::new(layout, 1);
    (0..90).for_each(|_| world.tick());
    let saved = explain::situation(&world, 0);
    if std::env::var_os("UPDATE_SITUATION").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &saved).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    assert!(include_str!("../../../docs/measuring.md").contains(&format!("sidestep explain {name}")));
    let explained = program(&folder()).arg("explain").arg(&file).assert().code(0).get_output().stdout.clone();
    let crossing =
        words(&explained).lines().any(|line| json(line.as_bytes())["id"] == "after-you-90-0-cardioid");
    assert!(crossing, "{}", words(&explained));
}

#[test]
fn the_situation_of_a_unit_with_a_plan_is_explained() {
    let folder = folder();
    for (map, id, cases) in [("pursuit", 3, 6), ("wander", 0, 3), ("patrol", 2, 2)] {
        let layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut world = World::new(layout, 1);
        (0..120).for_each(|_| world.tick());
        let file = folder.path().join(format!("{map}.json"));
        fs::write(&file, explain::situation(&world, id)).unwrap();
        let output = program(&folder).arg("explain").arg(&file).assert().code(0).get_output().clone();
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), cases, "{map}");
    }
}
