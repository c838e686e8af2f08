//! `sidestep behaviours`.

use super::output::{Ending, print};
use super::table;
use crate::steering::combine::catalogue::{KINDS, Kind, Needs};
use crate::text::did_you_mean;
use miette::{Result, miette};

/// Lists the behaviours that plans combine, or the settings of one.
pub(super) fn behaviours(name: Option<&str>) -> Result<Ending> {
    let Some(name) = name else {
        let mut rows = vec![["behaviour", "needs", "settings", "what it does"].map(String::from)];
        rows.extend(KINDS.iter().map(|kind| {
            let settings = kind.settings.len().to_string();
            [kind.name.to_string(), needs(kind).to_string(), settings, kind.summary.to_string()]
        }));
        print(&table::columns(&rows))?;
        return Ok(Ending::Done);
    };
    let Some(kind) = Kind::named(name) else {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        return Err(miette!(help = did_you_mean(name, &names), "there is no behaviour '{name}'"));
    };
    let example = match kind.needs {
        Needs::Nothing => "",
        Needs::Target => ", target = \"group:0\"",
        Needs::Path => ", path = [[x, y], …], closed = true",
    };
    let optional = if kind.needs == Needs::Target { "Without a target: the unit's own goal.\n" } else { "" };
    let settings = table::settings(kind.settings, "");
    print(&format!("{name}: {}\n{{ do = \"{name}\"{example} }}\n{optional}{settings}", kind.summary))?;
    Ok(Ending::Done)
}

fn needs(kind: &Kind) -> &'static str {
    match kind.needs {
        Needs::Nothing => "",
        Needs::Target => "target",
        Needs::Path => "path",
    }
}
