//! The reasons of the model: facts, words and marks.

use super::field_demand::FieldDemand;
use super::lanes::{GOAL_FADE, LANE_END, Lanes};
use super::near::Turn;
use crate::math;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::Unit;
use crate::types::Vec2;

/// The length of an arrow that shows the maximum speed, in radii.
const LONG: f32 = 6.0;
/// The spacing of the sideways arrows, in radii.
const APART: f32 = 0.3;
/// The share of the maximum speed below which a term does not count as moving the unit.
const LEAST: f32 = 0.02;

/// Fills in the reasons. Sideways speeds are positive to the unit's right.
pub(super) fn explain(
    model: &Lanes,
    unit: &Unit,
    demand: &FieldDemand,
    near: &Turn,
    velocity: Vec2,
    why: &mut Reasons,
) {
    let predicted = !model.predictions.all_of(unit.id as usize).is_empty();
    if predicted {
        // −∇p at the horizon where it is steepest, and its component against the unit's direction, m/s.
        why.tell("slope", demand.slope);
        why.tell("blocked", demand.blocked);
        // The sideways speeds due to pressure, the lane field and near units, m/s.
        why.tell("pressure", demand.pressure);
        why.tell("lane", demand.lane);
    }
    if model.numbers.near.is_some() {
        why.tell("near", near.right);
    }
    why.tell("velocity", velocity);
    why.say(sum_of_terms(unit, demand, near));
    if predicted {
        why.say(pressure(unit, demand));
        why.say(lane(unit, demand));
    } else {
        let rest = if model.numbers.near.is_some() { "only near units count" } else { "nothing counts" };
        why.say(format!("no crowd fields here: {rest}"));
    }
    if model.numbers.near.is_some() {
        why.say(near_units(unit, near));
    }
    marks(model, unit, demand, near, velocity, why);
}

fn moves(unit: &Unit, speed: f32) -> bool {
    speed.abs() > LEAST * unit.max_speed
}

fn side(right: f32) -> &'static str {
    if right >= 0.0 { "right" } else { "left" }
}

/// Formats a sideways speed, as in "1.2 m/s left".
fn sideways(right: f32) -> String {
    format!("{:.1} m/s {}", right.abs(), side(right))
}

/// Says where the sum of all terms turns the unit, and names the largest term.
fn sum_of_terms(unit: &Unit, demand: &FieldDemand, near: &Turn) -> String {
    let terms = [("pressure", demand.pressure), ("the lane field", demand.lane), ("near units", near.right)];
    let sum: f32 = terms.iter().map(|(_, right)| right).sum();
    let largest = terms.into_iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match largest.filter(|(_, right)| moves(unit, *right)) {
        None => "straight on: nothing turns it".into(),
        Some((term, _)) if !moves(unit, sum) => format!("straight on: the others cancel {term}"),
        Some((term, right)) if right * sum < 0.0 => {
            format!("turns {}: the others outweigh {term}", sideways(sum))
        }
        Some((term, _)) => format!("turns {}, mostly due to {term}", sideways(sum)),
    }
}

fn pressure(unit: &Unit, demand: &FieldDemand) -> String {
    if demand.slope == Vec2::zeros() {
        return "pressure: none, there is enough room ahead".into();
    }
    let blocked = demand.blocked > demand.right.abs() && moves(unit, demand.blocked);
    let keeps = if demand.keeps_right { "; blocked: keeps right" } else { "; blocked: keeps left" };
    let fades = unit.distance < GOAL_FADE * unit.radius;
    format!(
        "pressure: {}{}{}",
        sideways(demand.pressure),
        if blocked { keeps } else { "" },
        if fades { "; fading near the goal" } else { "" }
    )
}

fn lane(unit: &Unit, demand: &FieldDemand) -> String {
    if unit.distance <= LANE_END * unit.radius {
        "lane field: off this close to the goal".into()
    } else if moves(unit, demand.lane) {
        format!("lane field: {}, where fewer units are oncoming", sideways(demand.lane))
    } else {
        "lane field: no preference for either side".into()
    }
}

fn near_units(unit: &Unit, near: &Turn) -> String {
    let Some((id, t)) = near.most else { return "near units: none would be met".into() };
    let turn = if moves(unit, near.right) { format!("{}; ", sideways(near.right)) } else { String::new() };
    let nudged = moves(unit, near.nudge);
    let held = if nudged { format!("; blocked head-on: steps {}", side(near.nudge)) } else { String::new() };
    let more = if near.count > 1 { format!(", and {} more", near.count - 1) } else { String::new() };
    format!("near units: {turn}would meet unit {id} in {t:.1} s{more}{held}")
}

/// Draws rings at the predicted positions of the pressure and dots at those of the lane field, then the
/// chosen velocity as a sum: the preferred velocity (faint), followed by the sideways terms of pressure
/// (red), lane field (green) and near units (blue).
///
/// Each term starts a little further ahead than the last, so that a term in the opposite direction does not
/// cover the one before it.
fn marks(model: &Lanes, unit: &Unit, demand: &FieldDemand, near: &Turn, velocity: Vec2, why: &mut Reasons) {
    for layer in &model.pressure.layers {
        why.mark(Mark::Ring(model.prediction(unit, layer.horizon).position, unit.radius), Tint::Predicted);
    }
    for layer in &model.lanes.layers {
        why.mark(Mark::Dot(model.prediction(unit, layer.horizon).position), Tint::Predicted);
    }
    let scale = LONG * unit.radius / unit.max_speed;
    let right = math::right(unit.desired);
    let mut tip = unit.position + unit.preferred * scale;
    why.mark(Mark::Line(unit.position, tip), Tint::Faint);
    let terms = [(demand.pressure, Tint::Against), (demand.lane, Tint::For), (near.right, Tint::Predicted)];
    for (term, tint) in terms.into_iter().filter(|(term, _)| moves(unit, *term)) {
        let to = tip + right * (term * scale);
        why.mark(Mark::Arrow(tip, to), tint);
        tip = to + unit.desired * (APART * unit.radius);
    }
    if moves(unit, velocity.norm()) {
        why.mark(Mark::Arrow(unit.position, unit.position + velocity * scale), Tint::Chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words for three sideways terms (m/s, to the right) of a unit with a maximum speed of 5 m/s.
    fn words(pressure: f32, lane: f32, near: f32) -> String {
        let unit = Unit { max_speed: 5.0, ..Unit::default() };
        let demand = FieldDemand { pressure, lane, ..FieldDemand::default() };
        sum_of_terms(&unit, &demand, &Turn { right: near, ..Turn::default() })
    }

    #[test]
    fn the_words_name_the_sum_and_the_largest_term() {
        assert_eq!(words(1.0, 0.5, -0.3), "turns 1.2 m/s right, mostly due to pressure");
        assert_eq!(words(0.5, -2.0, 0.0), "turns 1.5 m/s left, mostly due to the lane field");
        assert_eq!(words(0.0, 0.2, 0.4), "turns 0.6 m/s right, mostly due to near units");
        assert_eq!(words(1.0, -0.8, -0.6), "turns 0.4 m/s left: the others outweigh pressure");
        assert_eq!(words(0.5, -1.0, 0.45), "straight on: the others cancel the lane field");
        assert_eq!(words(0.05, -0.05, 0.09), "straight on: nothing turns it");
    }

    #[test]
    fn the_words_distinguish_pressure_in_a_jam_and_near_the_goal() {
        let far = Unit { radius: 0.5, max_speed: 5.0, distance: 50.0, ..Unit::default() };
        let room = FieldDemand::default();
        assert_eq!(pressure(&far, &room), "pressure: none, there is enough room ahead");
        let slope = Vec2::new(-2.0, 0.1);
        let jam = FieldDemand { slope, right: -0.1, blocked: 2.0, keeps_right: true, pressure: 1.4, ..room };
        assert_eq!(pressure(&far, &jam), "pressure: 1.4 m/s right; blocked: keeps right");
        let near = Unit { distance: 1.0, ..far };
        let fading = FieldDemand { blocked: 0.0, pressure: -0.3, ..jam };
        assert_eq!(pressure(&near, &fading), "pressure: 0.3 m/s left; fading near the goal");
        assert_eq!(lane(&near, &fading), "lane field: off this close to the goal");
    }
}
