//! Which units share their paths.

use super::super::goal::Goal;
use super::super::lazy_field::LazyField;
use super::super::sight::Sight;
use super::super::size_class::SizeClass;
use super::super::sizes::{class_of, with_new};
use super::{NO_CLASS, Navigator};
use crate::geometry::Wall;
use crate::types::{Point, Renumbering};

impl Navigator {
    pub(super) fn class_for(&self, radius: f32) -> Option<u8> {
        class_of(self.classes.iter().map(|class| class.radius), radius).map(|class| class as u8)
    }

    /// Follows the units to their new slots. Those that are new have no path before [`Navigator::suit`]. `goals` holds all units from now on.
    pub fn renumber(&mut self, renumbering: &Renumbering, goals: &[Goal]) {
        self.goals.clear();
        self.goals.extend_from_slice(goals);
        let gone = (0..renumbering.before as u32).filter(|slot| renumbering.slot_of(*slot).is_none());
        gone.for_each(|slot| self.leave_field(slot as usize));
        renumbering.apply(&mut self.class, || NO_CLASS);
        renumbering.apply(&mut self.field, || None);
        renumbering.apply(&mut self.way, Vec::new);
        if self.has_ground() {
            renumbering.apply(&mut self.sight, Sight::default);
        }
        let slot_of = |(target, field): &(u32, u32)| Some((renumbering.slot_of(*target)?, *field));
        for class in &mut self.classes {
            class.detours.renumber(renumbering);
            class.followed = class.followed.iter().filter_map(slot_of).collect();
        }
    }

    /// Lets these units go on the paths of their size, because they are new or of another radius. Returns whether there are other
    /// classes now. `radii` (m) and `positions` are those of all units.
    pub fn suit(&mut self, units: &[usize], radii: &[f32], walls: &[Wall], positions: &[Point]) -> bool {
        let known: Vec<f32> = self.classes.iter().map(|class| class.radius).collect();
        let now = with_new(&known, units.iter().map(|unit| radii[*unit]), radii, self.area);
        if now == known {
            self.move_to_classes(&known, units, radii, positions);
            return false;
        }
        let mut before = std::mem::take(&mut self.classes);
        for size in now {
            let known = before.iter().position(|class| class.radius == size);
            self.classes.push(known.map_or_else(
                || {
                    let mut class = SizeClass::new(size);
                    class.enclose(walls, self.area);
                    class
                },
                |known| before.swap_remove(known),
            ));
        }
        if self.has_ground() {
            self.sight.resize_with(self.goals.len(), Sight::default);
        }
        let all: Vec<usize> = (0..self.goals.len()).collect();
        self.move_to_classes(&known, &all, radii, positions);
        true
    }

    /// Gives units their class, and a field to those that had another one of these `sizes`.
    fn move_to_classes(&mut self, sizes: &[f32], units: &[usize], radii: &[f32], positions: &[Point]) {
        let mut moved = Vec::new();
        for unit in units {
            let class = self.class_for(radii[*unit]).unwrap_or(NO_CLASS);
            let size = self.classes.get(usize::from(class)).map(|class| class.radius);
            let before = std::mem::replace(&mut self.class[*unit], class);
            if size.is_none() || sizes.get(usize::from(before)).copied() != size {
                self.field[*unit] = None;
                self.way[*unit].clear();
                self.classes.iter_mut().for_each(|class| class.detours.take(*unit, None, self.goals.len()));
                if let Some(sight) = self.sight.get_mut(*unit) {
                    *sight = Sight::default();
                }
                moved.push(*unit);
            }
        }
        self.assign_fields(&moved, positions, LazyField::spread);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rect;

    /// It takes time to compute a field.
    #[test]
    fn the_field_to_a_followed_unit_that_goes_out_of_sight_is_computed_over_several_ticks() {
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -30.0), max: Point::new(1.0, 5.0) });
        let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        let goals = vec![Goal::Unit { index: 1, gap: 1.0 }, Goal::Stand];
        let (beside, behind) = (Point::new(-6.0, 5.0), Point::new(6.0, -5.0));
        let mut at = vec![Point::new(-6.0, -5.0), beside];
        let mut navigator = Navigator::new(area, &[wall], goals, &at, &[0.5, 0.5], &[]);
        at[1] = behind;
        navigator.follow(&at);
        let field = |navigator: &Navigator| {
            let field = &navigator.classes[0].fields[0];
            (field.aim(), field.is_growing())
        };
        assert_eq!(field(&navigator), (behind, true));
        let goes_round = |navigator: &Navigator| {
            navigator.heading(0, at[0], &navigator.goals[0], &at).is_some_and(|heading| heading.aim.y > 0.0)
        };
        navigator.grow(&at);
        assert!(goes_round(&navigator), "by a rough path");
        (0..200).for_each(|_| navigator.grow(&at));
        assert_eq!(field(&navigator), (behind, false));
        assert!(goes_round(&navigator));
    }

    #[test]
    fn the_field_that_no_unit_has_used_for_the_longest_time_is_replaced() {
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -3.0), max: Point::new(1.0, 3.0) });
        let area = Rect { min: Point::new(-8.0, -8.0), max: Point::new(8.0, 8.0) };
        let (at, to) = (vec![Point::new(-6.0, 0.0)], |x: f32| Point::new(x, 7.0));
        let goal = |x: f32| Goal::Point { at: to(x), radius: 0.5, own: false };
        let mut navigator = Navigator::new(area, &[wall], vec![goal(0.0)], &at, &[0.5], &[]);
        let most = super::super::MOST_FIELDS;
        let x = |k: usize| k as f32 / most as f32;
        (1..most).for_each(|k| navigator.set_goals(&[(0, goal(x(k)))], &at));
        // The first one again, which two others replace then.
        [0, most, most + 1].into_iter().for_each(|k| navigator.set_goals(&[(0, goal(x(k)))], &at));
        let fields = &navigator.classes[0].fields;
        let has = |k: usize| fields.iter().any(|field| field.aim() == to(x(k)));
        assert_eq!(fields.len(), most);
        assert_eq!([0, 1, 2, 3, most, most + 1].map(has), [true, false, false, true, true, true]);
    }
}
