//! The progress of a command on standard error: a bar on a terminal, otherwise a line every ten seconds for logs.

use super::output::note;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The interval between lines without a terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of one command. Clones share it.
#[derive(Clone)]
pub(super) struct ProgressLine {
    bar: ProgressBar,
    state: Arc<Mutex<State>>,
    /// Dropped with the last clone, which stops the thread that prints lines.
    _lines: Option<Sender<()>>,
}

/// The last report.
#[derive(Debug, Clone, Default)]
struct State {
    done: u64,
    all: u64,
    message: String,
}

impl ProgressLine {
    /// Starts a progress line. `left` follows the remaining time: "left", or "left at most".
    pub fn new(left: &'static str) -> ProgressLine {
        let template = format!("{{bar:40}} {{percent}} %, {{eta}} {left}: {{msg}}");
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        let state = Arc::new(Mutex::new(State::default()));
        let lines = match io::stderr().is_terminal() {
            true => None,
            false => lines(EVERY, left, state.clone(), |line| note(&line)),
        };
        ProgressLine { bar, state, _lines: lines }
    }

    /// Reports that `done` of `all` (in any unit of work) is done, with a message such as "3 of 8 runs".
    pub fn report(&self, done: u64, all: u64, message: String) {
        self.bar.set_message(message.clone());
        self.bar.set_length(all);
        self.bar.set_position(done);
        *lock(&self.state) = State { done, all, message };
    }

    /// The last reported message.
    pub fn message(&self) -> String {
        lock(&self.state).message.clone()
    }

    /// Removes the bar from the terminal.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a line at an interval until the returned sender is dropped.
fn lines(
    every: Duration,
    left: &'static str,
    state: Arc<Mutex<State>>,
    print: impl Fn(String) + Send + 'static,
) -> Option<Sender<()>> {
    let (sender, receiver) = mpsc::channel::<()>();
    let begun = Instant::now();
    let wait = move || {
        while receiver.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            let line = line(&lock(&state), begun.elapsed(), left);
            print(line);
        }
    };
    thread::Builder::new().name("progress".into()).spawn(wait).ok().map(|_| sender)
}

/// A line such as "25 %, 1 min 30 s left: 3 of 8 runs".
fn line(state: &State, elapsed: Duration, left: &str) -> String {
    let State { done, all, message } = state;
    if *done == 0 || *all == 0 {
        return format!("0 %: {message}");
    }
    let share = *done as f64 / *all as f64;
    let seconds = elapsed.as_secs_f64() * (1.0 - share) / share;
    format!("{:.0} %, {} {left}: {message}", (share * 100.0).floor(), rounded(seconds))
}

/// A duration in one or two units, such as "1 min 30 s".
fn rounded(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_share_the_time_left_and_the_message() {
        let state = |done, all| State { done, all, message: "3 of 8 runs".into() };
        let progress_line =
            |done, all, seconds| line(&state(done, all), Duration::from_secs(seconds), "left");
        assert_eq!(progress_line(0, 8, 30), "0 %: 3 of 8 runs");
        assert_eq!(progress_line(3, 8, 30), "37 %, 50 s left: 3 of 8 runs");
        assert_eq!(progress_line(1, 4, 30), "25 %, 1 min 30 s left: 3 of 8 runs");
        assert_eq!(progress_line(1, 1000, 10), "0 %, 2 h 46 min left: 3 of 8 runs");
    }

    #[test]
    fn lines_are_printed_until_the_sender_is_dropped() {
        let (heard, lines_heard) = mpsc::channel();
        let state = Arc::new(Mutex::new(State { done: 1, all: 2, message: "half".into() }));
        let sender = lines(Duration::from_millis(1), "left", state, move |line| drop(heard.send(line)));
        for _ in 0..3 {
            assert_eq!(lines_heard.recv().unwrap(), "50 %, 0 s left: half");
        }
        drop(sender);
        while lines_heard.recv().is_ok() {}
    }
}
