//! Who may enter a corridor: one direction at a time where two columns do not fit.

/// Two columns fit past each other with this gap, in tiles.
const GAP: f32 = 0.31;
/// A head that has been bumped for so long cannot get past, s.
const BUMPED: f32 = 1.0;
/// Metering stops after this time without movement, s.
const STILL: f32 = 20.0;

/// A unit in a corridor or on its way into it.
#[derive(Debug, Clone, Copy)]
pub struct Passer {
    pub id: usize,
    pub forward: bool,
    pub is_inside: bool,
    pub radius: f32,
    pub moves: bool,
    /// Whether it touches one that comes towards it, and does not get on.
    pub is_bumped: bool,
}

/// The metering of one corridor.
#[derive(Debug, Clone, Default)]
pub struct Meter {
    /// The direction that may enter, while the corridor is metered.
    pub direction: Option<bool>,
    bumped: f32,
    still: f32,
    /// Whether it has given up until nobody is inside.
    has_given_up: bool,
}

impl Meter {
    pub fn may_enter(&self, forward: bool) -> bool {
        self.direction.is_none_or(|direction| direction == forward)
    }

    /// Goes on by `dt` seconds in a corridor of this width. Lengths are in tiles. `passers` are those inside and those near.
    pub fn update(&mut self, passers: &[Passer], width: f32, dt: f32) {
        let inside = || passers.iter().filter(|passer| passer.is_inside);
        let count = |timer: f32, goes_on: bool| if goes_on { timer + dt } else { 0.0 };
        self.still = count(self.still, inside().next().is_some() && !inside().any(|passer| passer.moves));
        self.bumped = count(self.bumped, inside().any(|passer| passer.is_bumped));
        self.has_given_up = inside().next().is_some() && (self.has_given_up || self.still >= STILL);
        if self.has_given_up {
            self.direction = None;
            return;
        }
        let is_drained = |forward: bool| !passers.iter().any(|passer| passer.forward == forward);
        if let Some(direction) = self.direction {
            if is_drained(direction) {
                self.direction = (!is_drained(!direction)).then_some(!direction);
            }
            if is_drained(!direction) {
                self.direction = None;
            }
            return;
        }
        let largest = |forward: bool| {
            let radii = passers.iter().filter(|passer| passer.forward == forward).map(|passer| passer.radius);
            radii.reduce(f32::max)
        };
        let (Some(forward), Some(back)) = (largest(true), largest(false)) else { return };
        if width < forward + back + GAP || self.bumped >= BUMPED {
            let first = inside().map(|passer| passer.id).min();
            let first = first.or_else(|| passers.iter().map(|passer| passer.id).min());
            self.direction = passers.iter().find(|passer| Some(passer.id) == first).map(|one| one.forward);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passer(id: usize, forward: bool, is_inside: bool) -> Passer {
        Passer { id, forward, is_inside, radius: 0.4, moves: true, is_bumped: false }
    }

    #[test]
    fn only_a_corridor_for_one_column_is_metered_at_once() {
        let both = [passer(3, true, true), passer(2, false, true), passer(1, true, false)];
        for (width, direction) in [(1.12, None), (1.1, Some(false))] {
            let mut meter = Meter::default();
            meter.update(&both, width, 0.1);
            assert_eq!(meter.direction, direction, "the lowest id inside, at a width of {width}");
        }
        let mut meter = Meter::default();
        meter.update(&both[..1], 1.0, 0.1);
        assert_eq!(meter.direction, None, "nobody comes the other way");
    }

    #[test]
    fn a_head_that_is_bumped_for_a_second_starts_it() {
        let both = [passer(3, true, true), Passer { is_bumped: true, ..passer(2, false, true) }];
        let mut meter = Meter::default();
        for _ in 0..9 {
            meter.update(&both, 3.0, 0.1);
        }
        assert!(meter.may_enter(true) && meter.may_enter(false));
        (0..2).for_each(|_| meter.update(&both, 3.0, 0.1));
        assert!(meter.may_enter(false) && !meter.may_enter(true));
    }

    #[test]
    fn the_direction_stays_until_its_stream_has_drained() {
        let (first, second, other) = (passer(5, true, true), passer(6, true, false), passer(1, false, false));
        let mut meter = Meter::default();
        meter.update(&[first, second, other], 1.0, 0.1);
        assert_eq!(meter.direction, Some(true));
        meter.update(&[second, other], 1.0, 0.1);
        assert_eq!(meter.direction, Some(true), "the second is still on its way");
        meter.update(&[other], 1.0, 0.1);
        assert!(meter.may_enter(false));
        meter.update(&[], 1.0, 0.1);
        assert_eq!(meter.direction, None);
    }

    #[test]
    fn it_stops_after_20_s_without_movement_until_nobody_is_inside() {
        let stuck = |id, forward| Passer { moves: false, ..passer(id, forward, true) };
        let (both, mut meter) = ([stuck(1, true), stuck(2, false)], Meter::default());
        (0..195).for_each(|_| meter.update(&both, 1.0, 0.1));
        assert_eq!(meter.direction, Some(true));
        (0..10).for_each(|_| meter.update(&both, 1.0, 0.1));
        assert_eq!(meter.direction, None);
        meter.update(&[passer(1, true, true), passer(2, false, true)], 1.0, 0.1);
        assert_eq!(meter.direction, None, "also when they move again");
        meter.update(&[passer(1, true, false), passer(2, false, false)], 1.0, 0.1);
        assert_eq!(meter.direction, Some(true));
    }
}
