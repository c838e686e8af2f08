//! `sidestep models`.

use super::{Ending, print, table};
use crate::steering::avoidance::Mode;
use miette::Result;

/// Lists the avoidance models, or the settings of one.
pub(super) fn models(model: Option<Mode>) -> Result<Ending> {
    let Some(model) = model else {
        let mut rows = vec![["model".to_string(), "settings".to_string(), "what it does".to_string()]];
        let row =
            |mode: Mode| [mode.to_string(), mode.settings().len().to_string(), mode.summary().to_string()];
        rows.extend(Mode::all().map(row));
        print(&table::columns(&rows))?;
        return Ok(Ending::Done);
    };
    let mut text = format!("{model}: {}\n", model.summary());
    if model.settings().is_empty() {
        text.push_str("It has no settings.\n");
    } else {
        let words = ["setting (--set KEY=VALUE)", "default", "from", "to", "unit", "what it means"];
        let mut rows = vec![words.map(String::from)];
        rows.extend(model.settings().iter().map(|s| {
            let number = |x: f32| x.to_string();
            [
                s.key.to_string(),
                number(s.default),
                number(s.range.0),
                number(s.range.1),
                s.unit.to_string(),
                s.what.to_string(),
            ]
        }));
        text.push_str(&table::columns(&rows));
    }
    print(&text)?;
    Ok(Ending::Done)
}
