//! A description of the machine that the report is written on.

use std::fs;
use std::thread;

/// Describes the machine, as far as the system says: "2 cores (AMD EPYC 7763), Debian GNU/Linux 12, x86_64".
pub(super) fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, |n| n.get());
    let noun = if cores == 1 { "core" } else { "cores" };
    let processor =
        value_in("/proc/cpuinfo", "model name", ':').map_or(String::new(), |name| format!(" ({name})"));
    let system =
        value_in("/etc/os-release", "PRETTY_NAME", '=').unwrap_or_else(|| std::env::consts::OS.to_string());
    format!("{cores} {noun}{processor}, {system}, {}", std::env::consts::ARCH)
}

/// Returns the first value of a key in a file with lines of the form "key : value".
fn value_in(file: &str, key: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(separator));
    let value = lines.find(|(name, _)| name.trim() == key)?.1.trim().trim_matches('"').to_string();
    (!value.is_empty()).then_some(value)
}
