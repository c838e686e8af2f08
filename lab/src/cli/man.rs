//! `sidestep man`: manual pages, from the same definition as the help.

use super::help;
use super::output::{Ending, print};
use crate::files;
use clap::Command;
use clap_mangen::Man;
use miette::{IntoDiagnostic, Result, miette};
use std::fs;
use std::io;
use std::path::Path;

/// Prints the main page, or writes a page for each command into a folder.
pub(super) fn man(folder: Option<&Path>) -> Result<Ending> {
    let mut command = help::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = folder else {
        let (_, page) = page(&command).into_diagnostic()?;
        print(&page)?;
        return Ok(Ending::Done);
    };
    fs::create_dir_all(folder).map_err(|error| {
        miette!(help = "name a folder that can be written", "cannot create {}: {error}", folder.display())
    })?;
    let pages = pages(&command).into_diagnostic()?;
    for (name, page) in &pages {
        files::write(&folder.join(name), page.as_bytes())?;
    }
    print(&format!("{} pages: {}\n", pages.len(), folder.display()))?;
    Ok(Ending::Done)
}

/// The pages of a command and of everything below it.
fn pages(command: &Command) -> io::Result<Vec<(String, String)>> {
    let mut all = vec![page(command)?];
    for command in command.get_subcommands() {
        all.extend(pages(command)?);
    }
    Ok(all)
}

/// A command's page, with its file name.
fn page(command: &Command) -> io::Result<(String, String)> {
    let man = Man::new(command.clone()).manual("Sidestep manual").source("sidestep");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    if let Some(text) = command.get_after_help() {
        page += &verbatim(&text.to_string());
    }
    Ok((man.get_filename(), page))
}

/// The end of a help text as a section: its first line is the heading, and its lines stay as they are.
fn verbatim(text: &str) -> String {
    let (heading, lines) = text.split_once('\n').unwrap_or((text, ""));
    let mut section = format!(".SH {}\n.nf\n", heading.trim_end_matches(':').to_uppercase());
    for line in lines.lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
        // A dot at the start of a line is a request to roff.
        let guard = if line.starts_with('.') { "\\&" } else { "" };
        section += &format!("{guard}{line}\n");
    }
    section + ".fi\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_examples() {
        let mut command = help::command().disable_help_subcommand(true);
        command.build();
        let pages = pages(&command).unwrap();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["sidestep.1", "sidestep-run.1", "sidestep-study-merge.1", "sidestep-man.1"] {
            assert!(names.contains(&name), "{names:?}");
        }
        let run = &pages.iter().find(|(name, _)| name == "sidestep-run.1").unwrap().1;
        assert!(
            run.contains(".SH EXAMPLES\n.nf\n") && run.contains("sidestep run crossing \\-\\-json"),
            "{run}"
        );
        assert!(pages.iter().all(|(_, page)| page.starts_with(".ie") && !page.contains('\u{1b}')));
    }

    #[test]
    fn no_line_of_an_example_is_a_request() {
        assert_eq!(verbatim("Examples:\n.x 'a-b'"), ".SH EXAMPLES\n.nf\n\\&.x \\(aqa\\-b\\(aq\n.fi\n");
    }
}
