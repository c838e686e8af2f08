//! The report as Markdown, for a pull request.

use super::columns;
use super::contents::Contents;
use super::table::SceneTable;
use super::worst::WorstRun;
use super::{figures, machine, worst};
use crate::text::{code_block, counted, escape_markdown, url_name};
use std::fmt::Write as _;

/// A list with more lines than this is folded.
const LONG: usize = 12;

/// Renders the whole file.
pub(super) fn page(contents: &Contents) -> String {
    let mut page = format!("# {}\n\n", escape_markdown(&contents.options.title));
    let _ =
        writeln!(page, "{}\n", contents.verdict.sentences.each_ref().map(|s| escape_markdown(s)).join(" "));
    if let Some(command) = contents.watch_command() {
        let _ = writeln!(page, "{}", code_block(&command));
    }
    if let Some(baseline) = contents.baseline_text() {
        let _ = writeln!(page, "{}\n", escape_markdown(&baseline));
    }
    page += &data(contents);
    page += &regressions(contents);
    if contents.tables.len() > 1 {
        page += "## All scenes\n\n";
        let rows =
            contents.overall.iter().map(|of| (of.variant, columns::overall_cells(of, &contents.tables)));
        page += &table(contents, &columns::overall_headers(&contents.study), rows);
    }
    for of in &contents.tables {
        page += &scene(contents, of);
    }
    page += &troubles(contents);
    page += &again(contents);
    page
}

/// Links to the results.
fn data(contents: &Contents) -> String {
    let link = |name: &String| format!("[{}]({})", escape_markdown(name), url_name(name));
    let links: Vec<String> = contents.options.data.iter().map(link).collect();
    if links.is_empty() { String::new() } else { format!("Results: {}\n\n", links.join(", ")) }
}

fn regressions(contents: &Contents) -> String {
    if !contents.earlier {
        return String::new();
    }
    let found: Vec<String> =
        contents.regressions.iter().map(|r| format!("- {}\n", escape_markdown(&r.to_string()))).collect();
    let compared = counted(contents.compared as u64, "run");
    let summary = match found.len() {
        _ if contents.compared == 0 => {
            "The two studies have no runs in common, so nothing was compared.\n".into()
        }
        0 => format!("No significant regression; {compared} compared.\n"),
        n => format!(
            "**{}**; {compared} compared.\n\n{}",
            counted(n as u64, "significant regression"),
            folded(&found)
        ),
    };
    format!("## Since the earlier study\n\n{summary}\n")
}

/// Joins the lines, folded behind a summary if there are many.
fn folded(lines: &[String]) -> String {
    let text = lines.concat();
    if lines.len() <= LONG { text } else { details(&format!("All {}", lines.len()), &text) }
}

fn details(summary: &str, content: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{content}\n</details>\n")
}

fn table(
    contents: &Contents,
    headers: &[String],
    rows: impl Iterator<Item = (usize, Vec<String>)>,
) -> String {
    let head: Vec<String> = headers.iter().map(|header| escape_markdown(header)).collect();
    let mut text = format!("| variant | {} |\n|---|{}\n", head.join(" | "), "--:|".repeat(headers.len()));
    for (variant, cells) in rows {
        let cells: Vec<String> = cells.iter().map(|cell| escape_markdown(cell)).collect();
        let label = escape_markdown(contents.study.label(variant));
        let label = if contents.verdict.choice == Some(variant) { format!("**{label}**") } else { label };
        let _ = writeln!(text, "| {label} | {} |", cells.join(" | "));
    }
    text + "\n"
}

fn scene(contents: &Contents, of: &SceneTable) -> String {
    let scene = &contents.study.scenes[of.scene];
    let headers = columns::headers(&contents.study, of, contents.baseline);
    let rows = of.rows.iter().map(|row| (row.variant, columns::cells(row, of, contents.baseline)));
    let mut text = format!("## {}\n\n{}", escape_markdown(&scene.label), table(contents, &headers, rows));
    for note in columns::notes(of) {
        let _ = writeln!(text, "{}\n", escape_markdown(note));
    }
    let summary = format!("Commands (first of seeds {})", columns::seeds(scene.seeds()));
    text += &details(&summary, &code_block(&columns::commands(&contents.study, of)));
    text + &worst_runs(contents, of.scene) + "\n"
}

fn worst_runs(contents: &Contents, scene: usize) -> String {
    let line = |run: &&WorstRun| {
        let label = escape_markdown(contents.study.label(run.variant));
        format!("- [{label}]({}), {}\n", run.file, escape_markdown(&run.described()))
    };
    let lines: String = contents.worst_in(scene).iter().map(line).collect();
    if lines.is_empty() {
        return lines;
    }
    details("Recordings of the worst runs", &format!("{}\n\n{lines}", worst::heading()))
}

fn troubles(contents: &Contents) -> String {
    if contents.troubles.is_empty() {
        return String::new();
    }
    let line = |t: &columns::Trouble| {
        format!(
            "- {}, {}: {}; seeds {}\n",
            escape_markdown(contents.study.label(t.variant)),
            escape_markdown(&contents.study.scenes[t.scene].label),
            escape_markdown(&t.what),
            columns::seeds(t.seeds.iter().copied())
        )
    };
    let lines: Vec<String> = contents.troubles.iter().map(line).collect();
    format!("## Timed-out and failed runs\n\n{}\n", folded(&lines))
}

fn again(contents: &Contents) -> String {
    let terms: String = columns::terms()
        .iter()
        .map(|(term, what)| format!("- **{}**: {}\n", escape_markdown(term), escape_markdown(what)))
        .collect();
    let figures: String = figures::FIGURES
        .iter()
        .map(|figure| format!("- Figure \"{}\" in report.html: {}\n", figure.title, figure.question))
        .collect();
    let mut text = details("How to read this report", &(terms + &figures)) + "\n";
    if !contents.options.commands.is_empty() {
        text += &format!(
            "To reproduce the whole study:\n\n{}\n",
            code_block(&contents.options.commands.join("\n"))
        );
    }
    let _ = writeln!(
        text,
        "{}. Written by sidestep {} on {}. Everything except the tick times is the same on every machine.",
        escape_markdown(&columns::extent(&contents.study)),
        crate::VERSION,
        escape_markdown(&machine::describe())
    );
    text
}
