use super::*;

/// The queue of units at these distances that walk at 5 m/s.
fn queue(distances: &[f32]) -> Queue {
    let mut queue = Queue::default();
    for (slot, distance) in distances.iter().enumerate() {
        queue.push(Queued { distance: *distance, slot: slot as u32, speed: 5.0 });
    }
    queue.sort();
    queue
}

fn entries(queue: &Queue) -> Vec<(u32, f32)> {
    queue.entries().map(|(unit, entry)| (unit.slot, entry)).collect()
}

/// Two units a second pass. Units 1 and 2 are there at 2 s, unit 0 at 3 s, and unit 3 at 6 s.
#[test]
fn units_enter_one_by_one_and_not_before_they_are_there() {
    let mut sides = [queue(&[15.0, 10.0, 10.0, 30.0]), queue(&[])];
    serve(&mut sides, 2.0, None);
    assert_eq!(entries(&sides[0]), [(1, 2.0), (2, 2.5), (0, 3.0), (3, 6.0)]);
    // 12 m are 2.4 s, but two are nearer.
    assert_eq!(sides[0].entry(12.0, 9, 2.4), 3.0);
    assert_eq!(sides[0].entry(20.0, 9, 4.0), 4.0, "nobody is left");
    assert_eq!(sides[0].entry(5.0, 9, 1.0), 1.0, "the first");
    assert_eq!(sides[1].entry(5.0, 9, 1.0), 1.0, "before the first from the other side");
}

#[test]
fn a_side_without_the_turn_waits_for_the_other_and_both_share_the_flow_without_turns() {
    let sides = |holder| {
        let mut sides = [queue(&[10.0, 10.0, 15.0]), queue(&[5.0; 6])];
        serve(&mut sides, 2.0, holder);
        sides.map(|side| entries(&side).into_iter().map(|(_, entry)| entry).collect::<Vec<f32>>())
    };
    // One unit after another one on its side, and two on the other: 0.5 s · (1 + 2 · 2).
    let mut few = [queue(&[10.0]), queue(&[5.0; 2])];
    serve(&mut few, 2.0, None);
    assert_eq!(few[0].entry(12.0, 9, 2.4), 4.5);
    // Six units take 3 s.
    assert_eq!(sides(Some(1)), [vec![3.0, 3.5, 4.0], vec![1.0, 1.5, 2.0, 2.5, 3.0, 3.5]]);
    // Six on three: 0.5 s · (1 + 2 · 2), and three on six: 0.5 s · (1 + 2/2).
    assert_eq!(sides(None), [vec![2.0, 4.5, 7.0], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]);
}

#[test]
fn a_unit_that_changes_its_way_counts_in_the_other_queue() {
    let mut sides = [queue(&[10.0, 11.0, 12.0]), queue(&[])];
    sides[0].remove(11.0, 1);
    sides[0].remove(12.0, 7);
    serve(&mut sides, 1.0, None);
    assert_eq!(entries(&sides[0]), [(0, 2.0), (2, 3.0)]);
    sides[0].insert(Queued { distance: 11.0, slot: 1, speed: 5.0 });
    serve(&mut sides, 1.0, None);
    assert_eq!(entries(&sides[0]), [(0, 2.0), (1, 3.0), (2, 4.0)]);
}
