//! What the field is made of: the repulsions of neighbours, and their sums.

use crate::types::Vec2;

/// How the paths of a neighbour and the unit cross (stage 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Crossing {
    /// Stage 4 does not apply to this neighbour.
    #[default]
    None,
    /// The paths do not cross.
    NoCross,
    /// They cross, and the unit goes first.
    RightOfWay,
    /// They cross, and the unit lets the neighbour pass.
    Yield,
}

/// One neighbour's contribution to the field.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Repulsion {
    /// The weight c: 0 behind, 1 straight ahead.
    pub cardioid: f32,
    /// The weighted repulsion c·v.
    pub force: Vec2,
    /// The weighted repulsion turned sideways, c·a.
    pub adjusted: Vec2,
    /// How the neighbour's path and the unit's cross.
    pub crossing: Crossing,
    /// The factor that stage 4 applied to the vectors, if any.
    pub crossing_factor: Option<f32>,
}

/// The sums of the field and the direction that it chose.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CardioidField {
    /// S, the sum of the repulsions.
    pub force_sum: Vec2,
    /// B, the sum of the repulsions turned sideways.
    pub adjusted_sum: Vec2,
    /// A, the resolved vector; from stage 3 on.
    pub resolved: Option<Vec2>,
    /// The vector added to the desired direction: S in stage 1, B in stage 2, A + q·B from stage 3 on.
    pub repulsion: Vec2,
    /// q, the share of B that is followed; from stage 3 on.
    pub deferral: Option<f32>,
    /// The chosen direction, a unit vector; zero if everything cancels.
    pub direction: Vec2,
}

/// Maps the cosine of a bearing to 1 straight ahead and 0 behind. The cube of this value is the cardioid
/// weight.
pub(super) fn share_ahead(cosine: f32) -> f32 {
    (1.0 + cosine) / 2.0
}
