//! Near units: a unit turns away from predicted encounters ahead of it, which the cells of the fields are too
//! coarse for. Imminent encounters weigh more.

use super::settings::NearSettings;
use crate::geometry::crossing;
use crate::math;
use crate::neighbours::Walls;
use crate::steering::avoidance::columns::{Columns, SLOTS};
use crate::steering::avoidance::forces::{matters, pace};
use crate::steering::avoidance::model::Surroundings;
use crate::steering::unit::{Neighbour, Unit};

/// The disc in which units count as near: its radius, and how far ahead of the unit its centre is, R. A radius of 12 costs more
/// and is no better.
const RADIUS: f32 = 8.0;
const AHEAD: f32 = 4.0;
/// The distance from the unit up to which neighbours may count, R.
pub(super) const REACH: f32 = RADIUS + AHEAD;
/// Near units that would be met later than this do not count, R/s_max: 2 s for a unit of 0.5 m and 5 m/s.
const HORIZON: f32 = 20.0;
/// Near units that would be passed farther away than this, centre to centre, do not count, R: 1.1 times the distance at which
/// equal units touch. 2.6 is worse where groups cross at a right angle.
const GAP: f32 = 2.2;
/// A neighbour off to the right by less than this share of the gap is still avoided to the right, so that two units that
/// exactly face each other do not stop.
const DEAD_ON: f32 = 0.1;

/// Offsets that keep the speed and the weight of an imminent encounter finite, in R/s_max: 0.1 s and 0.15 s
/// for a unit of 0.5 m and 5 m/s.
const SOON: f32 = 1.0;
const SOON_WEIGHT: f32 = 1.5;

/// A neighbour met in less time than this, in R/s_max, is directly in front.
const FACING: f32 = 2.5;
/// A unit is held up while its speed along its desired direction is below this share of its maximum speed.
const STANDSTILL: f32 = 0.4;
/// The fields prefer the left if they ask for more than this share of the maximum speed to the left.
const DECIDED: f32 = 0.1;

/// Shares of a squared gap and of a squared distance that cover the rounding of a squared distance of passing.
const WIDER: f32 = 1.001;
const ROUNDING: f32 = 1e-8;

/// How near units turn a unit.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Turn {
    /// The sideways speed demanded, positive to the right, m/s.
    pub right: f32,
    /// The id of the neighbour with the largest weight, and the time until it is met, s.
    pub most: Option<(u32, f32)>,
    /// The number of neighbours that count.
    pub count: usize,
    /// Whether one of them is directly in front and not heading the same way.
    pub facing: bool,
    /// The part of `right` that is there because the unit is blocked, m/s.
    pub nudge: f32,
}

/// Returns what near units ask of `unit`: the weighted mean of the sideways speeds that it needs to pass each
/// of them. An encounter in time t has a weight of about 1/t.
///
/// `fields` is the sideways speed that the fields ask for, positive to the right, m/s.
///
/// Neighbours that are hidden by `walls`, or without any by those of `around`, do not count.
pub(super) fn turn(
    unit: &Unit,
    around: &Surroundings<'_>,
    walls: &Walls,
    near: &NearSettings,
    fields: f32,
) -> Turn {
    let some = around.neighbours.chunks(SLOTS);
    let hidden = |other: &Neighbour| {
        let (from, to) = (unit.position, other.position);
        // A program of its own may know only the walls near a unit.
        match walls.segments() {
            [] => around.walls.iter().any(|wall| crossing(from, to, wall.from, wall.to).is_some()),
            _ => walls.cross(from, to),
        }
    };
    turn_from(unit, hidden, near, fields, some.flat_map(|some| candidates(unit, some)))
}

/// The neighbours that may count: those in the disc that the unit would pass too closely within the horizon. The
/// same tests as in [`turn_from`], on all of them at once, without its divisions and roots: the distance at which a
/// neighbour is passed is |a × c|/|c|, with the line a to it and the relative velocity c. Rounding lets a few more
/// pass, which [`turn_from`] then leaves out.
fn candidates<'a>(unit: &Unit, some: &'a [Neighbour]) -> impl Iterator<Item = &'a Neighbour> {
    let horizon = HORIZON * pace(unit);
    let center = unit.position + unit.desired * (AHEAD * unit.radius);
    let disc = RADIUS * unit.radius;
    let disc = disc * disc;
    let (p, own, radius) = (unit.position, unit.desired * unit.max_speed, unit.radius);
    let half_gap = 0.5 * GAP;
    let slots = Columns::new(some).which(|others, k| {
        let (x, y) = (others.x[k] - center.x, others.y[k] - center.y);
        let (apart_x, apart_y) = (others.x[k] - p.x, others.y[k] - p.y);
        let (closing_x, closing_y) = (own.x - others.vx[k], own.y - others.vy[k]);
        let nearing = apart_x * closing_x + apart_y * closing_y;
        let squared = closing_x * closing_x + closing_y * closing_y;
        let cross = apart_x * closing_y - apart_y * closing_x;
        let gap = half_gap * (radius + others.radius[k]);
        let most = gap * gap * WIDER + (apart_x * apart_x + apart_y * apart_y) * ROUNDING;
        // Written so that NaN passes, as it does there.
        !((x * x + y * y > disc)
            | (nearing <= 0.0)
            | (nearing > horizon * squared)
            | (cross * cross > most * squared))
    });
    slots.map(|k| &some[k])
}

/// What `others` ask of the unit.
fn turn_from<'a>(
    unit: &Unit,
    hidden: impl Fn(&Neighbour) -> bool,
    near: &NearSettings,
    fields: f32,
    others: impl Iterator<Item = &'a Neighbour>,
) -> Turn {
    let (u, right) = (unit.desired, math::right(unit.desired));
    let pace = pace(unit);
    let horizon = HORIZON * pace;
    let center = unit.position + u * (AHEAD * unit.radius);
    let disc = RADIUS * unit.radius;
    let (mut sum, mut weights, mut most) = (0.0, 0.0, 0.0);
    let mut turn = Turn::default();
    for other in others {
        if (other.position - center).norm_squared() > disc * disc || !matters(unit, other) {
            continue;
        }
        let (apart, closing) = (other.position - unit.position, u * unit.max_speed - other.velocity);
        let (nearing, squared) = (apart.dot(&closing), closing.norm_squared());
        if nearing <= 0.0 || nearing > horizon * squared {
            continue;
        }
        let t = nearing / squared;
        // The gap grows with the neighbour's radius, so that a large neighbour is passed at a larger
        // distance.
        let gap = 0.5 * GAP * (unit.radius + other.radius);
        let miss = apart - closing * t;
        let off = miss.norm();
        if off >= gap || hidden(other) {
            continue;
        }
        let weight = (1.0 - t / horizon) / (t + SOON_WEIGHT * pace);
        let away = if miss.dot(&right) < DEAD_ON * gap { 1.0 } else { -1.0 };
        // A neighbour that heads the same way is a queue, not an oncoming unit.
        turn.facing |= t < FACING * pace && other.preferred.dot(&u) < 0.5 * unit.max_speed;
        sum += weight * away * (gap - off) / (t + SOON * pace);
        weights += weight;
        turn.count += 1;
        if weight > most {
            most = weight;
            turn.most = Some((other.id, t));
        }
    }
    if weights > 0.0 {
        turn.right = near.gain * sum / weights;
    }
    if turn.facing {
        // A unit that is held up moves to the side that the fields prefer. The slower it is, the less weight
        // it gives to near units that push it to the other side.
        let going = (unit.velocity.dot(&u) / (STANDSTILL * unit.max_speed)).clamp(0.0, 1.0);
        let side = if fields < -DECIDED * unit.max_speed { -1.0 } else { 1.0 };
        if turn.right * side < 0.0 {
            turn.right *= going;
        }
        turn.nudge = near.nudge * unit.max_speed * (1.0 - going) * side;
        turn.right += turn.nudge;
    }
    turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::steering::avoidance::columns::samples;
    use crate::steering::avoidance::lanes::settings::Numbers;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_at_once_ask_what_they_ask_one_by_one(
            unit in samples::units(), neighbours in samples::neighbours(), fields in -4.0_f32..4.0,
        ) {
            let near = Numbers::full(&Settings::default()).near.unwrap();
            let around = Surroundings { neighbours: &neighbours, walls: &[] };
            let plain = turn_from(&unit, |_| false, &near, fields, neighbours.iter());
            prop_assert_eq!(turn(&unit, &around, &Walls::default(), &near, fields), plain);
        }
    }
}
