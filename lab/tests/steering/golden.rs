//! The golden decisions, computed in 64-bit from the formulas of the sources. Directions must agree to within
//! 1e-4, everything else to within a relative error of 1e-3.

use serde_json::Value;
use sidestep_lab::explain;

fn agrees(path: &str, got: &Value, want: &Value) -> Result<(), String> {
    match (got, want) {
        (Value::Number(g), Value::Number(w)) => {
            let (g, w) = (g.as_f64().unwrap(), w.as_f64().unwrap());
            // "direction" and "desired" are unit vectors and use an absolute tolerance. Others are relative,
            // with a floor for values that cancel.
            let tolerance = if path.contains("direction") || path.contains("desired") {
                1e-4
            } else {
                1e-3 * w.abs().max(1e-2)
            };
            if (g - w).abs() <= tolerance { Ok(()) } else { Err(format!("{path}: {g} instead of {w}")) }
        }
        (Value::Array(g), Value::Array(w)) if g.len() == w.len() => {
            // The error of a vector is relative to its length, not to each coordinate.
            if let (Some(gv), Some(wv)) = (vector(g), vector(w)) {
                let off = (gv.0 - wv.0).hypot(gv.1 - wv.1);
                let unit = path.contains("direction") || path.contains("desired");
                let tolerance = if unit { 1e-4 } else { 1e-3 * wv.0.hypot(wv.1).max(1e-3) };
                return if off <= tolerance {
                    Ok(())
                } else {
                    Err(format!("{path}: {gv:?} instead of {wv:?}"))
                };
            }
            g.iter().zip(w).enumerate().try_for_each(|(i, (g, w))| agrees(&format!("{path}[{i}]"), g, w))
        }
        (Value::Object(g), Value::Object(w)) => w.iter().try_for_each(|(key, w)| {
            agrees(&format!("{path}.{key}"), g.get(key).unwrap_or(&Value::String("(missing)".into())), w)
        }),
        _ if got == want => Ok(()),
        _ => Err(format!("{path}: {got} instead of {want}")),
    }
}

fn vector(v: &[Value]) -> Option<(f64, f64)> {
    if v.len() == 2 { Some((v[0].as_f64()?, v[1].as_f64()?)) } else { None }
}

fn check(text: &str, count: usize) {
    let expected: Vec<Value> = serde_json::from_str(text).unwrap();
    let cases = explain::read(text).unwrap();
    assert_eq!(cases.len(), count);
    let wrong: Vec<String> = cases
        .iter()
        .zip(&expected)
        .filter_map(|(case, full)| agrees(&full["id"].to_string(), &case.explain(), &full["expect"]).err())
        .collect();
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn cardioid_decisions_agree() {
    check(include_str!("../golden/cardioid.json"), 64);
}

#[test]
fn raycast_decisions_agree() {
    check(include_str!("../golden/raycast.json"), 60);
}

#[test]
fn orca_velocities_agree_with_rvo2_to_two_per_cent_of_the_maximum_speed() {
    let text = include_str!("../golden/orca.json");
    let expected: Vec<Value> = serde_json::from_str(text).unwrap();
    for (case, full) in explain::read(text).unwrap().iter().zip(&expected) {
        let of = |v: &Value| vector(v["velocity"].as_array().unwrap()).unwrap();
        let (got, want) = (of(&case.explain()), of(&full["expect"]));
        let off = (got.0 - want.0).hypot(got.1 - want.1) / full["unit"]["max_speed"].as_f64().unwrap();
        assert!(off < 0.02, "{}: {got:?} instead of {want:?}", full["id"]);
    }
}
