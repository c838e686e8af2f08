//! `sidestep behaviours`.

use super::output::{Ending, print};
use super::table;
use crate::text::did_you_mean;
use miette::{Result, miette};
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Needs};

/// Lists the behaviours that plans combine, or the settings of one.
pub(super) fn behaviours(name: Option<&str>) -> Result<Ending> {
    let Some(name) = name else {
        let mut rows = vec![["behaviour", "needs", "settings", "summary"].map(String::from)];
        rows.extend(BEHAVIOURS.iter().map(|behaviour| {
            let settings = behaviour.settings.len().to_string();
            [
                behaviour.name.to_string(),
                needs(behaviour).to_string(),
                settings,
                behaviour.summary.to_string(),
            ]
        }));
        print(&table::columns(&rows))?;
        return Ok(Ending::Done);
    };
    let Some(behaviour) = Behaviour::named(name) else {
        let names: Vec<&str> = BEHAVIOURS.iter().map(|behaviour| behaviour.name).collect();
        return Err(miette!(help = did_you_mean(name, &names), "there is no behaviour '{name}'"));
    };
    let example = match behaviour.needs {
        Needs::Nothing => "",
        Needs::Target => ", target = \"group:0\"",
        Needs::Path => ", path = [[x, y], …], closed = true",
    };
    let optional =
        if behaviour.needs == Needs::Target { "Without a target, it uses the unit's goal.\n" } else { "" };
    let settings = table::settings(behaviour.settings, "");
    print(&format!("{name}: {}\n{{ do = \"{name}\"{example} }}\n{optional}{settings}", behaviour.summary))?;
    Ok(Ending::Done)
}

fn needs(behaviour: &Behaviour) -> &'static str {
    match behaviour.needs {
        Needs::Nothing => "",
        Needs::Target => "target",
        Needs::Path => "path",
    }
}
