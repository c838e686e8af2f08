//! The golden decisions of the steering behaviours, and the errors that the reader of cases reports.

use serde_json::{Value, json};
use sidestep::types::Vec2;
use sidestep_lab::explain::{CaseProblem, decide_case, names};

fn golden() -> Vec<Value> {
    serde_json::from_str(include_str!("../golden/behaviours.json")).unwrap()
}

fn number(value: &Value) -> f32 {
    value.as_f64().unwrap() as f32
}

fn vector(value: &Value) -> Vec2 {
    Vec2::new(number(&value[0]), number(&value[1]))
}

/// Within a relative error of 1e-3 of a vector's length, and 1e-4 of its direction.
fn agrees(got: &Value, want: &Value) -> bool {
    match (got, want) {
        (Value::Array(g), Value::Array(w)) if g.len() == 2 && w.len() == 2 => {
            let (g, w) = (vector(got), vector(want));
            let (g_length, w_length) = (g.norm(), w.norm());
            let alike = (g - w).norm() <= 1e-3 * w_length.max(1e-3);
            alike && (w_length == 0.0 || (g / g_length - w / w_length).norm() <= 1e-4)
        }
        (Value::Number(g), Value::Number(w)) if g.is_f64() && w.is_f64() => {
            let (g, w) = (g.as_f64().unwrap(), w.as_f64().unwrap());
            (g - w).abs() <= 1e-3 * w.abs()
        }
        _ => got == want,
    }
}

#[test]
fn the_cases_agree_with_the_golden_decisions() {
    assert_eq!(golden().len(), 52);
    let mut wrong = Vec::new();
    for case in golden() {
        let got = decide_case(&case).unwrap();
        let expected = case["expect"].as_object().unwrap();
        assert_eq!(
            got.as_object().unwrap().len(),
            expected.len(),
            "{got} has other fields than {expected:?}"
        );
        for (field, want) in expected {
            if !agrees(&got[field], want) {
                wrong.push(format!(
                    "{} {}: {field} {} instead of {want}",
                    case["id"], case["behaviour"], got[field]
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// A valid case of `behaviour` with additional `fields`.
fn with(behaviour: &str, fields: Value) -> Value {
    let unit = json!({
        "position": [0, 0], "velocity": [3, 0], "max_speed": 5, "max_acceleration": 40, "radius": 0.5, "goal": [9, 1]
    });
    let mut case = json!({ "behaviour": behaviour, "unit": unit });
    for (name, value) in fields.as_object().unwrap() {
        case[name] = value.clone();
    }
    case
}

#[test]
fn every_behaviour_has_defaults() {
    let other = json!({ "position": [6, 0.2], "velocity": [-2, 0], "radius": 0.5 });
    let enough = |name| match name {
        "align" => json!({ "target_orientation": 1 }),
        "velocity-match" | "pursue" | "evade" | "face" => json!({ "target": other }),
        "wander" => json!({ "random": [0.9, 0.2] }),
        "follow-path" => json!({ "path": [[0, 1], [9, 1]] }),
        "separation" | "collision-avoidance" => json!({ "neighbours": [other] }),
        "wall-avoidance" => json!({ "walls": [[[2, -1], [2, 1]]] }),
        _ => json!({}),
    };
    assert_eq!(names().len(), 14);
    for name in names() {
        let answer = decide_case(&with(name, enough(name))).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let says =
            answer.get("linear").or(answer.get("angular")).unwrap_or_else(|| panic!("{name}: {answer}"));
        assert!(says.is_array() || says.is_f64(), "{name}: {answer}");
    }
}

#[test]
fn a_target_beyond_the_range_is_ignored() {
    for (name, target) in [("flee", json!({})), ("evade", json!({ "target": { "position": [3, 4] } }))] {
        let asked = |range: f32| {
            let mut case = with(name, target.clone());
            case["unit"]["position"] = json!([0, 0]);
            case["unit"]["goal"] = json!([3, 4]);
            case["range"] = json!(range);
            vector(&decide_case(&case).unwrap()["linear"])
        };
        assert_eq!(asked(4.9), Vec2::zeros(), "{name}");
        assert_ne!(asked(5.1), Vec2::zeros(), "{name}");
        assert_eq!(asked(0.0), asked(5.1), "{name}: 0 is no range");
    }
}

#[test]
fn errors_name_the_problem_and_the_accepted_values() {
    let wrong = |case: Value, field: &str, says: &str| {
        let CaseProblem { field: at, problem } = decide_case(&case).expect_err(&case.to_string());
        assert_eq!(at, field, "{case}: {problem}");
        assert!(problem.contains(says), "{case}: {at}: {problem}");
    };
    let target = json!({ "position": [1, 2] });
    wrong(json!([1]), "", "expected an object, not an array");
    wrong(with("persue", json!({})), "behaviour", "did you mean 'pursue'?");
    wrong(json!({ "unit": {} }), "behaviour", "missing; use one of: seek, flee");
    wrong(json!({ "behaviour": 3 }), "behaviour", "expected the name");
    wrong(json!({ "behaviour": "seek", "model": "cardioid" }), "model", "behaviour");
    wrong(json!({ "behaviour": "seek" }), "unit", "missing");
    wrong(with("seek", json!({ "unit": 4 })), "unit", "expected an object, not a number");
    wrong(with("arrive", json!({ "slow_radios": 2 })), "slow_radios", "did you mean 'slow_radius'?");
    wrong(with("seek", json!({ "slow_radius": 2 })), "slow_radius", "unknown field");
    wrong(with("arrive", json!({ "slow_radius": "2" })), "slow_radius", "expected a number, not a string");
    wrong(with("arrive", json!({ "time_to_target": 0 })), "time_to_target", "above 0");
    wrong(with("arrive", json!({ "target_radius": 1e39 })), "target_radius", "too large");
    wrong(with("pursue", json!({})), "target", "missing; pursue needs it");
    wrong(with("pursue", json!({ "target": target, "slow_radius": 1 })), "slow_radius", "\"arrive\": true");
    wrong(with("velocity-match", json!({ "target": target })), "target.velocity", "missing");
    wrong(with("face", json!({ "target": { "place": [1, 2] } })), "target.place", "unknown field");
    wrong(with("wander", json!({ "random": [0.5, 2] })), "random", "from 0 to 1");
    wrong(with("evade", json!({ "target": target, "range": -1 })), "range", "0 or above");
    wrong(with("seek", json!({ "range": 1 })), "range", "unknown field");
    wrong(with("follow-path", json!({})), "path", "missing");
    wrong(with("follow-path", json!({ "path": [[1, 2]] })), "path", "at least 2 points, not 1");
    wrong(with("follow-path", json!({ "path": [[1, 2], [1, 2]] })), "path", "no length");
    wrong(with("follow-path", json!({ "path": [[1, 2], [1]] })), "path[1]", "two numbers");
    wrong(with("follow-path", json!({ "path": [[1, 2], [3, 2]], "last": 1 })), "coherence", "missing");
    wrong(with("separation", json!({})), "neighbours", "missing");
    wrong(with("separation", json!({ "neighbours": [], "law": "linaer" })), "law", "did you mean 'linear'?");
    wrong(with("separation", json!({ "neighbours": [{}] })), "neighbours[0].position", "missing");
    wrong(with("collision-avoidance", json!({ "neighbours": [target] })), "neighbours[0].radius", "missing");
    wrong(with("collision-avoidance", json!({ "neighbours": [], "form": 1 })), "form", "cone-mean");
    wrong(with("wall-avoidance", json!({})), "walls", "'obstacles'");
    wrong(with("wall-avoidance", json!({ "walls": [[[1, 2], [1, 2]]] })), "walls[0]", "no length");
    wrong(with("wall-avoidance", json!({ "walls": [[1, 2]] })), "walls[0][0]", "two numbers");
    wrong(
        with("wall-avoidance", json!({ "walls": [[[1, 2], [3, "4"]]] })),
        "walls[0][1][1]",
        "a number, not a string",
    );
    wrong(
        with("wall-avoidance", json!({ "walls": [[[1, 2], [3]]] })),
        "walls[0][1]",
        "two numbers, [x, y], not 1 values",
    );
    let flee_far = json!({ "behaviour": "flee", "range": 1e16, "unit":
        { "position": [-3e38, 0], "max_speed": 5, "max_acceleration": 4, "goal": [3e38, 0] } });
    assert_ne!(decide_case(&flee_far).unwrap()["linear"][0], 0.0, "distances count up to 1e15 m");
    wrong(
        with("wall-avoidance", json!({ "obstacles": [{ "position": [1, 2] }] })),
        "obstacles[0].radius",
        "missing",
    );
    let mut case = with("seek", json!({}));
    case["unit"] = json!({ "position": [0, 0], "max_speed": 5, "max_acceleration": 4 });
    wrong(case.clone(), "unit.goal", "missing; seek needs it");
    let mut bad_goal = with("evade", json!({ "target": target }));
    bad_goal["unit"]["goal"] = json!("home");
    wrong(bad_goal, "unit.goal", "two numbers, [x, y], not a string");
    case["unit"]["max_sped"] = json!(3);
    wrong(case, "unit.max_sped", "did you mean 'max_speed'?");
}

/// Whether all numbers are finite. JSON has null for those that are not.
fn has_numbers(answer: &Value) -> bool {
    let numbers = |v: &Value| v.is_f64() || v.as_array().is_some_and(|v| v.iter().all(Value::is_f64));
    answer.get("linear").or(answer.get("angular")).is_some_and(numbers)
}

#[test]
fn the_reader_survives_any_field() {
    let junk = [
        json!(null),
        json!(true),
        json!("x"),
        json!([]),
        json!({}),
        json!([{}]),
        json!([1, 2]),
        json!([[1, 2], [1, 2]]),
        json!(0),
        json!(-1),
        json!(1e30),
        json!(-3.4e38),
        json!(1e300),
        json!([3e38, -3e38]),
        json!([[0, 0], [3e38, 3e38]]),
    ];
    for case in golden() {
        let unit_fields = case["unit"].as_object().unwrap().keys().map(|k| format!("/unit/{k}"));
        let target_fields =
            case["target"].as_object().into_iter().flat_map(|t| t.keys()).map(|k| format!("/target/{k}"));
        let fields = case.as_object().unwrap().keys().map(|k| format!("/{k}"));
        for field in fields.chain(unit_fields).chain(target_fields) {
            for value in &junk {
                let mut wrong = case.clone();
                *wrong.pointer_mut(&field).unwrap() = value.clone();
                match decide_case(&wrong) {
                    Ok(answer) => assert!(has_numbers(&answer), "{field} {value}: {answer}"),
                    Err(CaseProblem { problem, .. }) => assert!(!problem.is_empty(), "{field} {value}"),
                }
            }
        }
    }
}
