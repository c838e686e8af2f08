//! Both articles at once: the cardioid field chooses the direction and the side, and the rays add a force.

use super::cardioid::{self, Cardioid};
use super::model::{Avoidance, Choice, Model, Surroundings};
use super::raycast::Raycast;
use crate::math;
use crate::steering::reasons::Reasons;
use crate::steering::unit::Unit;
use crate::types::{Side, Vec2};

pub(super) static MODEL: Model = Model {
    cost: 6,
    explained_by: &["raycast", "cardioid"],
    ..Model::new(
        "raycast+cardioid",
        "the cardioid field chooses the direction, and the rays add a force",
        cardioid::MODEL.settings,
        |settings| Box::new(RaycastCardioid(Cardioid::new(settings))),
    )
};

#[derive(Clone)]
struct RaycastCardioid(Cardioid);

impl Avoidance for RaycastCardioid {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        self.0.reach(radius, max_speed).max(Raycast.reach(radius, max_speed))
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, mut why: Option<&mut Reasons>) -> Choice {
        let rays = Raycast.choose(unit, around, why.as_deref_mut());
        let field = self.0.choose(unit, around, why);
        // The field takes all neighbours into account, the rays only one. The rays' force therefore counts
        // only if it points to the field's side, and the unit shows the field's side to others.
        let aside = math::cross(unit.desired, field.motion.velocity(unit));
        let agree = aside * math::cross(unit.desired, rays.force) >= 0.0;
        let side = if aside > 0.0 { Side::Left } else { Side::Right };
        Choice {
            motion: field.motion,
            force: if agree { rays.force } else { Vec2::zeros() },
            turning: rays.turning.and(Some(side)),
        }
    }
}
