//! What a unit is doing, in words.

use sidestep::crowd::Progress;

/// What a unit is doing, in words.
pub fn progress_in_words(progress: &Progress) -> String {
    match progress {
        Progress::Idle => "standing".into(),
        Progress::Walking => "walking".into(),
        Progress::Waiting { gate } => format!("waiting at gate {gate}"),
        Progress::Queued { gate } => format!("queueing at gate {gate}"),
        Progress::Blocked { by: Some(unit), .. } => format!("blocked by unit {unit}"),
        Progress::Blocked { by: None, .. } => "blocked".into(),
        Progress::Returning => "returning".into(),
        Progress::Arrived => "arrived".into(),
        Progress::NoPath => "without a path".into(),
    }
}
