//! Paths as bytes.

use super::super::clearance::Clearance;
use super::super::detours::{Detours, SavedDetours};
use super::super::goal::Goal;
use super::super::lazy_field::{LazyField, SavedField};
use super::super::rough_path::WideGround;
use super::{GROW_CELLS, Navigator};
use crate::geometry::Wall;
use crate::saved::{self, SnapshotError};
use crate::types::{Point, Rect};
use std::sync::Arc;

/// The state of a navigator beside the walls, in the order of its fields.
type SavedNavigator = (
    Rect,
    f32,
    Vec<SavedField>,
    Vec<Option<u32>>,
    Vec<(u32, u32)>,
    (usize, Option<(Point, u32, Point)>, SavedDetours),
);

impl Navigator {
    /// What a copy needs beside the walls, as bytes.
    pub fn store(&self) -> Vec<u8> {
        let Navigator { area, radius, fields, field, followed, next_to_grow, last_unreachable, .. } = self;
        let fields: Vec<SavedField> = fields.iter().map(LazyField::saved).collect();
        let rest = (next_to_grow, last_unreachable, self.detours.saved());
        saved::bytes_of(&(area, radius, fields, field, followed, rest))
    }

    /// The paths to these goals that were stored, around the same walls. What is `known` around these walls is not prepared again.
    ///
    /// # Errors
    ///
    /// The bytes are not those of paths.
    pub fn restore(
        bytes: &[u8],
        goals: &[Goal],
        walls: &[Wall],
        known: Option<&Navigator>,
    ) -> Result<Navigator, SnapshotError> {
        let (area, radius, fields, field, followed, rest): SavedNavigator = saved::value_of(bytes)?;
        let mut navigator = Navigator::without_walls(area, radius);
        let nothing = Navigator::without_walls(area, radius);
        let is_same = |known: &&Navigator| (known.area, known.radius) == (area, radius);
        let known = known.filter(is_same).unwrap_or(&nothing);
        let clearance = || Clearance::new(walls, area, radius).map(Arc::new);
        navigator.clearance = known.clearance.clone().or_else(clearance);
        if let Some(clearance) = &navigator.clearance {
            let field = |own: SavedField| {
                let known = known.fields.iter().find(|known| known.aim() == own.0 && !known.is_growing());
                LazyField::restored(own, clearance, GROW_CELLS, known)
            };
            navigator.fields = fields.into_iter().map(field).collect();
            navigator.sight.resize_with(goals.len(), Default::default);
            let wide = || Arc::new(WideGround::new(clearance));
            navigator.wide = Some(known.wide.clone().unwrap_or_else(wide));
            navigator.detours = Detours::restored(rest.2, clearance, &known.detours);
            navigator.parts = known.parts.clone();
        }
        (navigator.goals, navigator.field, navigator.followed) = (goals.to_vec(), field, followed);
        (navigator.next_to_grow, navigator.last_unreachable) = (rest.0, rest.1);
        Ok(navigator)
    }
}
