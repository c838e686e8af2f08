//! `sidestep explain`: the decisions of models in situations from a file, with reasons.

use super::output::{Ending, print};
use crate::explain;
use miette::{Result, miette};
use std::io::Read;
use std::path::Path;

/// The largest accepted file, bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

pub(super) fn explain(file: &Path) -> Result<Ending> {
    let name = if file == Path::new("-") { "standard input".to_string() } else { file.display().to_string() };
    let bytes = read(file).map_err(|e| {
        miette!(
            code = "explain::unreadable",
            help = "name a JSON file with one situation or an array of situations; - reads standard input",
            "cannot read {name}: {e}"
        )
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(miette!(code = "explain::too_large", "{name} must be at most {MAX_BYTES} bytes long"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| miette!(code = "explain::not_utf8", "{name} is not UTF-8: {e}"))?;
    let cases = explain::read(&text).map_err(|e| {
        let help = "a situation has a unit {position, velocity, radius, max_speed, goal (or preferred_velocity), and \
                    max_force for raycast}, neighbours [{position, velocity, radius}], walls [[[x, y], [x, y]]] and \
                    the model's settings; docs/behaviours.md has the format for behaviours; in the window, press c \
                    to save the selected unit's situation";
        miette!(code = "explain::bad_case", help = help, "{name}: {e}")
    })?;
    let lines: String = cases.iter().map(|case| format!("{}\n", case.explain())).collect();
    print(&lines)?;
    Ok(Ending::Done)
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
