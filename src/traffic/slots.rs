//! Slots of units.

/// Removes the values in these slots, which are in ascending order. The others keep their order.
pub(super) fn remove_slots<T>(values: &mut Vec<T>, slots: &[usize]) {
    debug_assert!(slots.is_sorted(), "{slots:?}");
    let mut slot = 0;
    values.retain(|_| {
        slot += 1;
        slots.binary_search(&(slot - 1)).is_err()
    });
}
