//! How long a thread waited for a core: what other work of the machine adds to every time that is measured.

/// What a thread has done so far, ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waiting {
    ran: u64,
    waited: u64,
}

impl Waiting {
    /// The thread that asks, up to now; none where the system doesn't tell. Linux does, if its kernel counts (`CONFIG_SCHED_INFO`, as it is
    /// with all distributions): Documentation/scheduler/sched-stats.rst.
    pub fn now() -> Option<Waiting> {
        Waiting::read(&std::fs::read_to_string("/proc/thread-self/schedstat").ok()?)
    }

    fn read(text: &str) -> Option<Waiting> {
        let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
        Some(Waiting { ran: numbers.next()??, waited: numbers.next()?? })
    }

    /// The time that has passed since `before` in running and in waiting, together.
    pub fn since(self, before: Waiting) -> Waiting {
        let ran = self.ran.saturating_sub(before.ran);
        Waiting { ran, waited: self.waited.saturating_sub(before.waited) }
    }

    /// Both spans together.
    pub fn and(self, other: Waiting) -> Waiting {
        Waiting { ran: self.ran.saturating_add(other.ran), waited: self.waited.saturating_add(other.waited) }
    }

    /// The share of the time in which it was ready to run that it waited; 0 of no time.
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
