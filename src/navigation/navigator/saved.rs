//! Paths as bytes.

use super::super::detours::{Detours, SavedDetours};
use super::super::goal::Goal;
use super::super::lazy_field::{LazyField, SavedField};
use super::super::size_class::SizeClass;
use super::{GROW_CELLS, Navigator};
use crate::geometry::Wall;
use crate::saved::{self, SnapshotError};
use crate::types::{Point, Rect};

/// The state of a class beside the walls: its radius, fields, followed units, last unreachable goal and detours.
type SavedClass = (f32, Vec<SavedField>, Vec<(u32, u32)>, Option<(Point, u32, Point)>, SavedDetours);

/// The state of a navigator beside the walls: its area, classes, each unit's class, field and way, how often units have looked for
/// corners, the field that grows next, and how often goals have changed.
type SavedNavigator = (Rect, Vec<SavedClass>, Vec<u8>, Vec<Option<u32>>, Vec<Vec<Point>>, u32, usize, u32);

impl SizeClass {
    fn saved(&self) -> SavedClass {
        let SizeClass { radius, fields, followed, detours, last_unreachable, .. } = self;
        let fields = fields.iter().map(LazyField::saved).collect();
        (*radius, fields, followed.clone(), *last_unreachable, detours.saved())
    }

    /// The class that was saved. What is `known` of the same size around the same walls is not prepared again.
    fn restored(saved: SavedClass, walls: &[Wall], area: Rect, known: Option<&SizeClass>) -> SizeClass {
        let (radius, fields, followed, last_unreachable, detours) = saved;
        let nothing = SizeClass::new(radius);
        let known = known.unwrap_or(&nothing);
        let (clearance, wide, parts) = (known.clearance.clone(), known.wide.clone(), known.parts.clone());
        let mut class =
            SizeClass { clearance, wide, parts, followed, last_unreachable, ..SizeClass::new(radius) };
        class.prepare(walls, area);
        if let Some(clearance) = class.clearance.as_deref() {
            let field = |own: SavedField| {
                let known = known.fields.iter().find(|known| known.aim() == own.0 && !known.is_growing());
                LazyField::restored(own, clearance, GROW_CELLS, known)
            };
            class.fields = fields.into_iter().map(field).collect();
            class.detours = Detours::restored(detours, clearance, &known.detours);
        }
        class
    }
}

impl Navigator {
    /// What a copy needs beside the walls, as bytes.
    pub fn store(&self) -> Vec<u8> {
        let Navigator { area, classes, class, field, way, looks, next_to_grow, changes, .. } = self;
        let classes: Vec<SavedClass> = classes.iter().map(SizeClass::saved).collect();
        saved::bytes_of(&(area, classes, class, field, way, looks, next_to_grow, changes))
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
        let (area, classes, class, field, way, looks, next_to_grow, changes): SavedNavigator =
            saved::value_of(bytes)?;
        let known = known.filter(|known| known.area == area).map_or(&[][..], |known| &known.classes);
        let restored = |saved: SavedClass| {
            let known = known.iter().find(|known| known.radius == saved.0);
            SizeClass::restored(saved, walls, area, known)
        };
        let classes = classes.into_iter().map(restored).collect();
        let goals = goals.to_vec();
        let sight = Vec::new();
        let mut navigator =
            Navigator { area, goals, classes, class, field, way, looks, sight, next_to_grow, changes };
        if navigator.has_ground() {
            navigator.sight.resize_with(navigator.goals.len(), Default::default);
        }
        Ok(navigator)
    }
}
