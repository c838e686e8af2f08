//! What the model found, as facts, words and marks.

use super::near::Turn;
use super::{Asked, Lanes};
use crate::math;
use crate::steering::Unit;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::types::Vec2;
use serde_json::json;

/// An arrow of this many radii is the maximum speed.
const LONG: f32 = 6.0;
/// What is less than this share of the maximum speed moves nobody.
const LEAST: f32 = 0.02;

pub(super) fn explain(
    model: &Lanes,
    unit: &Unit,
    asked: &Asked,
    near: &Turn,
    wanted: Vec2,
    why: &mut Reasons,
) {
    why.facts.insert("slope".into(), json!([asked.slope.x, asked.slope.y]));
    why.facts.insert("blocked".into(), json!(asked.blocked));
    why.facts.insert("pressure".into(), json!(asked.pressure));
    why.facts.insert("lane".into(), json!(asked.lane));
    why.facts.insert("near".into(), json!(near.right));
    why.facts.insert("velocity".into(), json!([wanted.x, wanted.y]));
    words(model, unit, asked, near, why);
    marks(model, unit, asked, near, wanted, why);
}

fn words(model: &Lanes, unit: &Unit, asked: &Asked, near: &Turn, why: &mut Reasons) {
    let least = LEAST * unit.max_speed;
    let side = |right: f32| if right >= 0.0 { "right" } else { "left" };
    let terms = [("pressure", asked.pressure), ("the lane field", asked.lane), ("near ones", near.right)];
    let most = terms.into_iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).filter(|t| t.1.abs() > least);
    why.say(match most {
        None => "nothing turns it: straight on".to_string(),
        Some((term, right)) => format!("{term} turns it most, to the {}", side(right)),
    });
    why.say(if asked.slope == Vec2::zeros() {
        "pressure: room enough where it will be".to_string()
    } else {
        let c = asked.pressure;
        let how = if asked.blocked > asked.right.abs() && asked.blocked > least {
            format!(", blocked: keeps {}", if asked.keeps_right { "right" } else { "left" })
        } else {
            String::new()
        };
        format!("pressure: {:.1} m/s to the {}{how}", c.abs(), side(c))
    });
    let end = model.numbers.lane_end * unit.radius;
    why.say(if unit.distance <= end {
        "lane field: too near to its goal for a lane".to_string()
    } else if asked.lane.abs() <= least {
        "lane field: one side is as good as the other".to_string()
    } else {
        format!("lane field: {:.1} m/s to the {}, where more go its way", asked.lane.abs(), side(asked.lane))
    });
    if model.numbers.near.is_some() {
        why.say(match near.most {
            None => "near ones: it meets nobody".to_string(),
            Some((id, t)) => format!(
                "near ones: {:.1} m/s to the {}; {} would be met, unit {id} in {t:.1} s",
                near.right.abs(),
                side(near.right),
                near.count
            ),
        });
    }
}

fn marks(model: &Lanes, unit: &Unit, asked: &Asked, near: &Turn, wanted: Vec2, why: &mut Reasons) {
    let scale = LONG * unit.radius / unit.max_speed;
    let right = math::right(unit.desired);
    for layer in &model.pressure.layers {
        why.mark(Mark::Ring(model.place(unit, layer.horizon).at, unit.radius), Tint::Foreseen);
    }
    for layer in &model.lanes.layers {
        why.mark(Mark::Dot(model.place(unit, layer.horizon).at), Tint::Foreseen);
    }
    let mut arrow = |v: Vec2, tint| {
        if v.norm() > LEAST * unit.max_speed {
            why.mark(Mark::Arrow(unit.position, unit.position + v * scale), tint);
        }
    };
    arrow(right * asked.pressure, Tint::Against);
    arrow(right * asked.lane, Tint::For);
    arrow(right * near.right, Tint::Faint);
    arrow(wanted, Tint::Chosen);
}
