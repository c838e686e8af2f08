use super::*;
use crate::geometry::Wall;
use crate::types::{Rect, Vec2};

fn solid(from: f32, to: f32) -> Wall {
    Wall::Box(Rect { min: Point::new(-0.5, from), max: Point::new(0.5, to) })
}

/// A wall with doors at y = 0 and y = 8, 2 m wide.
fn ground() -> Clearance {
    let walls = [solid(-60.0, -1.0), solid(1.0, 7.0), solid(9.0, 60.0)];
    let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 20.0) };
    Clearance::new(&walls, area, 0.5).unwrap()
}

fn door(y: f32) -> Segment {
    Segment { from: Point::new(0.0, y - 1.0), to: Point::new(0.0, y + 1.0) }
}

/// Up to rounding: ties between two walls may go either way.
#[test]
fn ground_that_is_closed_is_that_with_another_wall() {
    let closed = ground().with(&[door(0.0)]);
    let line = Wall::Chain([door(0.0).from, door(0.0).to].into());
    let walls = [solid(-60.0, -1.0), solid(1.0, 7.0), solid(9.0, 60.0), line];
    let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 20.0) };
    let made = Clearance::new(&walls, area, 0.5).unwrap();
    for cell in 0..made.grid.len() {
        let p = made.grid.center(cell);
        assert_eq!(closed.is_free(cell), made.is_free(cell), "{p:?}");
        assert!((closed.gap_at(p) - made.gap_at(p)).abs() < 1e-4, "{p:?}");
        assert!((closed.spot(cell) - made.spot(cell)).norm() < 1e-4 || !made.is_free(cell), "{p:?}");
    }
}

/// From the west, 5 m from the wall, to the east: straight on, through the other door, or not at all.
#[test]
fn a_detour_is_known_once_it_has_grown_there_and_leads_through_the_open_door() {
    let (clearance, mut detours) = (ground(), Detours::default());
    let (from, aim) = (Point::new(-5.0, 0.0), Point::new(5.0, 0.0));
    let mut known = |closed: &[Segment]| {
        (0..60).find_map(|tick| {
            detours.grow();
            let index = detours.ask(&clearance, (from, aim), closed, tick)?;
            let (ground, field) = detours.field(index)?;
            Some((tick, field.known_heading(ground, from)?.distance))
        })
    };
    let (ticks, length) = known(&[door(0.0)]).unwrap();
    // Past the lower edge of the door at y = 8: twice 5 m across and about 7.5 m up.
    let least = 2.0 * Vec2::new(5.0, 7.5).norm();
    assert!(ticks > 1 && (least..1.05 * least).contains(&length), "{ticks} ticks, {length} m");
    assert_eq!(known(&[door(0.0), door(8.0)]), None, "no way");
    assert_eq!(known(&[door(0.0)]).map(|(tick, _)| tick), Some(0), "again");
}

/// A unit in the margin of a wall with nothing open on its side has no detour, although the margin hangs together through the wall.
#[test]
fn no_detour_leads_through_a_thin_wall() {
    let thin = |from: f32, to: f32| Wall::Box(Rect { min: Point::new(-0.1, from), max: Point::new(0.1, to) });
    let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
    let clearance = Clearance::new(&[thin(-30.0, -1.0), thin(1.0, 30.0)], area, 0.5).unwrap();
    let mut detours = Detours::default();
    for tick in 0..60 {
        detours.grow();
        for x in [-0.5, -0.6, -0.8, -3.0] {
            let ends = (Point::new(x, 5.0), Point::new(5.0, 0.0));
            assert_eq!(detours.ask(&clearance, ends, &[door(0.0)], tick), None, "{x} m");
        }
    }
}

#[test]
fn complete_fields_are_restored_with_the_goals_that_they_lead_to() {
    let (clearance, mut detours) = (ground(), Detours::default());
    let (from, aims) = (Point::new(-11.5, -11.5), [0.0, -8.0].map(|y| Point::new(5.0, y)));
    let ways = |detours: &Detours| {
        [0, 1].map(|index| {
            let (ground, field) = detours.field(index)?;
            Some(field.known_heading(ground, from)?.distance)
        })
    };
    for tick in 0..60 {
        detours.grow();
        aims.iter().for_each(|aim| _ = detours.ask(&clearance, (from, *aim), &[door(0.0)], tick));
    }
    for Detour { ground, field, .. } in &mut detours.fields {
        while field.is_growing() {
            field.grow(&detours.grounds[*ground as usize].clearance, GROW_CELLS);
        }
    }
    let (before, restored) = (ways(&detours), Detours::restored(detours.saved(), &clearance, &detours));
    assert!(before[0] < before[1] && before[0].is_some(), "{before:?}");
    assert_eq!(ways(&restored), before);
}
