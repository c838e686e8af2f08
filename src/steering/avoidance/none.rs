//! No avoidance: units walk straight to their goals and rely on collisions alone.

use super::model::{Avoidance, Choice, Model, Surroundings};
use crate::steering::reasons::Reasons;
use crate::steering::unit::Unit;

pub(super) static MODEL: Model = Model {
    label: Some("no avoidance"),
    cost: 4,
    explained_by: &["raycast", "cardioid"],
    ..Model::new("none", "walks straight to the goal and leaves the rest to collisions", &[], |_| {
        Box::new(NoAvoidance)
    })
};

#[derive(Clone)]
struct NoAvoidance;

impl Avoidance for NoAvoidance {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        Choice::from_velocity(unit.preferred)
    }
}
