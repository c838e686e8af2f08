//! The time that a thread waited for a core. Other work on the machine adds this time to every measurement.

/// The time that a thread has spent running and waiting so far, in ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waiting {
    ran: u64,
    waited: u64,
}

impl Waiting {
    /// Returns the times of the calling thread up to now; none if the system does not report them. Linux does if the
    /// kernel has `CONFIG_SCHED_INFO`, as in all distributions; see Documentation/scheduler/sched-stats.rst.
    pub fn now() -> Option<Waiting> {
        Waiting::read(&std::fs::read_to_string("/proc/thread-self/schedstat").ok()?)
    }

    fn read(text: &str) -> Option<Waiting> {
        let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
        Some(Waiting { ran: numbers.next()??, waited: numbers.next()?? })
    }

    /// Returns the running and waiting times since `before`.
    pub fn since(self, before: Waiting) -> Waiting {
        let ran = self.ran.saturating_sub(before.ran);
        Waiting { ran, waited: self.waited.saturating_sub(before.waited) }
    }

    /// Returns the sum of both spans.
    pub fn and(self, other: Waiting) -> Waiting {
        Waiting { ran: self.ran.saturating_add(other.ran), waited: self.waited.saturating_add(other.waited) }
    }

    /// Returns the share of waiting in the time in which the thread was ready to run; 0 if there was none.
    pub fn share(self) -> f64 {
        let (ran, waited) = (self.ran as f64, self.waited as f64);
        if waited > 0.0 { waited / (ran + waited) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_the_time_between() {
        let [first, last] = ["100 50 3\n", "400 150 9\n"].map(|text| Waiting::read(text).unwrap());
        assert_eq!(last.since(first), Waiting { ran: 300, waited: 100 });
        assert_eq!(last.since(first).share(), 0.25);
        assert_eq!(last.since(last).share(), 0.0);
        assert_eq!(first.since(last).share(), 0.0, "a counter that goes back is none");
        assert_eq!(last.since(first).and(last.since(first)).share(), 0.25);
        for bad in ["", "1", "one two", "-1 2"] {
            assert_eq!(Waiting::read(bad), None, "{bad}");
        }
    }
}
