//! The ways of units to goals without a field: the corners that are left, found once over wide cells and then followed.

use super::super::clearance::Clearance;
use super::super::heading::Heading;
use super::super::rough_path::{RoughPath, WideGround};
use super::super::size_class::SizeClass;
use super::Navigator;
use crate::types::Point;

/// A unit on its way looks for the next corner every so many ticks, and in each one close to a corner.
pub(super) const LOOK_EVERY: u32 = 8;
/// The largest number of wide cells in which a unit that has lost sight of its next corner looks for the way back to it.
const REJOIN_CELLS: usize = 400;

impl Navigator {
    /// Finds ways, and rough paths until fields are complete, over up to this many wide cells.
    pub(super) fn search(&mut self, positions: &[Point], mut cells: usize) {
        let Navigator { classes, class, field, way, looks, .. } = self;
        *looks = looks.wrapping_add(1);
        for (id, p) in positions.iter().enumerate() {
            let (Some(Some(field)), Some(class)) = (field.get(id), class.get(id)) else { continue };
            let Some(class) = classes.get_mut(usize::from(*class)) else { continue };
            let SizeClass { clearance: Some(clearance), wide: Some(wide), fields, .. } = class else {
                continue;
            };
            let Some(field) = fields.get_mut(*field as usize) else { continue };
            if !field.stays_rough() {
                cells = field.search(clearance, wide, *p, cells);
                continue;
            }
            let looks_now = (*looks).wrapping_add(id as u32).is_multiple_of(LOOK_EVERY);
            let way = &mut way[id];
            if cells > 0
                && !leads_on(clearance, way, *p, looks_now)
                && !rejoin(clearance, wide, way, *p, &mut cells)
                && let Some(found) = field.find_way(clearance, wide, *p, &mut cells)
            {
                *way = found;
            }
        }
        classes.iter_mut().flat_map(|class| &mut class.fields).for_each(|field| field.end_search());
    }

    /// Where unit `id` at `p` heads on the path of its field or its own way. None if that is not known yet.
    pub(super) fn own_heading(&self, id: usize, p: Point) -> Option<Heading> {
        let (clearance, field) = self.own_field(id)?;
        if !field.stays_rough() {
            return field.heading(clearance, self.wide(id), p);
        }
        let way = &self.way[id];
        let beyond: f32 = way.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
        way.first().map(|next| Heading { aim: *next, distance: (next - p).norm() + beyond })
    }

    /// The corners of this path, ending with the goal of the field.
    pub(super) fn own_corners(&self, id: usize, p: Point) -> Option<Vec<Point>> {
        let (clearance, field) = self.own_field(id)?;
        if field.stays_rough() {
            return Some(self.way[id].clone()).filter(|way| !way.is_empty());
        }
        field.corners(clearance, self.wide(id), p)
    }
}

/// Leads a unit that strayed to `p` back to the next corner of its way, if that is not far.
fn rejoin(
    clearance: &Clearance,
    ground: &WideGround,
    way: &mut Vec<Point>,
    p: Point,
    cells: &mut usize,
) -> bool {
    let Some(next) = way.first() else { return false };
    let most = REJOIN_CELLS.min(*cells);
    let mut rough = RoughPath::new(clearance, ground, *next, p);
    let left = rough.search(clearance, ground, p, most);
    *cells -= most - left;
    let back = rough.corners(clearance, ground, p);
    let is_known = back.is_some();
    way.splice(0..usize::from(is_known), back.into_iter().flatten());
    is_known
}

/// Drops the corners that a unit at `p` has passed. Returns whether it sees the next one, or has no need to look.
fn leads_on(clearance: &Clearance, way: &mut Vec<Point>, p: Point, looks_now: bool) -> bool {
    let Some(next) = way.first() else { return false };
    let is_close = (next - p).norm() < 2.0 * clearance.radius();
    if !is_close && !looks_now {
        return true;
    }
    let stands_there = (next - p).norm() < 0.1 * clearance.radius();
    let seen = way[1..].iter().take_while(|corner| clearance.sees(p, **corner)).count();
    // No way is so rough that a unit waits at a corner for ever.
    way.drain(..seen.max(usize::from(stands_there && way.len() > 1)));
    // A unit that is pressed into a wall sees nothing, and needs no other way.
    is_close || clearance.is_pressed(p) || clearance.sees(p, way[0])
}
