//! `sidestep models`.

use super::output::{Ending, print};
use super::table;
use crate::steering::avoidance::Mode;
use miette::Result;

/// Lists the avoidance modes, or the settings of one.
pub(super) fn models(model: Option<Mode>) -> Result<Ending> {
    let Some(model) = model else {
        let mut rows = vec![["mode".to_string(), "settings".to_string(), "summary".to_string()]];
        let row =
            |mode: Mode| [mode.to_string(), mode.settings().len().to_string(), mode.summary().to_string()];
        rows.extend(Mode::all().map(row));
        print(&table::columns(&rows))?;
        return Ok(Ending::Done);
    };
    print(&format!(
        "{model}: {}\n{}",
        model.summary(),
        table::settings(model.settings(), " (--set KEY=VALUE)")
    ))?;
    Ok(Ending::Done)
}
