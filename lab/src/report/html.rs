//! The report as one self-contained HTML file: styles, scripts, pictures and data are embedded.
//!
//! Escaping is ensured by types: everything that is not [`PreEscaped`] becomes text.

use super::columns::{self, Trouble};
use super::commands::run_command;
use super::contents::Contents;
use super::replay::{self, Replays};
use super::swatches::swatch;
use super::table::{SceneTable, VariantRow};
use super::{figures, machine, worst};
use crate::text::{counted, url_name};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("report.css");
const REPLAYS: &str = include_str!("replay.js");
const HIGHLIGHT: &str = include_str!("highlight.js");
const SAVE: &str = include_str!("save.js");
/// Forbids fetching, sending and embedding anything, even if a name in the report contained markup.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                      form-action 'none'";

/// Renders the whole file.
pub(super) fn page(contents: &Contents) -> String {
    let replays = Replays::new(&contents.study, &contents.tables, &contents.classes, contents.baseline);
    let title = &contents.options.title;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { "\n" (PreEscaped(STYLE)) }
            }
            body {
                a class="skip" href="#verdict" { "Skip to the verdict" }
                header {
                    h1 { (title) }
                    p class="dim" { (columns::extent(&contents.study)) }
                    (data(&contents.options.data))
                }
                (navigation(contents, &replays))
                main { (sections(contents, &replays)) }
                (scripts(&replays))
            }
        }
    };
    page.into_string() + "\n"
}

/// Links to the results, which lie next to the page.
fn data(names: &[String]) -> Markup {
    html! {
        @if !names.is_empty() {
            p class="dim" { "Results: " @for name in names { a href=(url_name(name)) { (name) } " " } }
        }
    }
}

fn sections(contents: &Contents, replays: &Replays) -> Markup {
    html! {
        (verdict(contents))
        (regressions(contents))
        (overall(contents))
        (replay_section(replays))
        @for table in &contents.tables { (scene(contents, table)) }
        (costs(contents))
        (troubles(contents))
        (method())
        (commands_again(contents))
    }
}

fn navigation(contents: &Contents, replays: &Replays) -> Markup {
    let mut links = vec![("verdict".to_string(), "Verdict")];
    let mut add = |is_there: bool, id: &str, name| {
        if is_there {
            links.push((id.into(), name));
        }
    };
    add(contents.earlier, "regressions", "Since the earlier study");
    add(contents.tables.len() > 1, "overall", "All scenes");
    add(replays.have_section(), "replays", "Replays");
    for table in &contents.tables {
        add(true, &scene_id(table), &contents.study.scenes[table.scene].label);
    }
    add(!contents.troubles.is_empty(), "troubles", "Timed-out and failed runs");
    add(true, "method", "How to read this report");
    add(true, "again", "Reproduce this report");
    html! {
        nav aria-label="Contents" {
            ul {
                @for (id, name) in &links { li { a href={ "#" (id) } { (name) } } }
            }
        }
    }
}

fn scene_id(table: &SceneTable) -> String {
    format!("scene-{}", table.scene + 1)
}

fn section(id: &str, title: &str, content: Markup) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-h" } {
            h2 id={ (id) "-h" } { (title) }
            (content)
        }
    }
}

fn verdict(contents: &Contents) -> Markup {
    let [first, second, third] = &contents.verdict.sentences;
    let content = html! {
        p class="first" { (first) }
        p { (second) }
        p { (third) }
        @if let Some(command) = contents.watch_command() {
            p { "Watch it: " code { (command) } }
        }
        @if let Some(baseline) = contents.baseline_text() {
            p class="dim" { (baseline) }
        }
    };
    section("verdict", "Verdict", content)
}

fn regressions(contents: &Contents) -> Markup {
    if !contents.earlier {
        return html! {};
    }
    let compared = counted(contents.compared as u64, "run");
    let found = &contents.regressions;
    let content = html! {
        @if contents.compared == 0 {
            p { "The two studies have no runs in common, so nothing was compared." }
        } @else if found.is_empty() {
            p { "No significant regression; " (compared) " compared." }
        } @else {
            div class="bad" {
                p { (counted(found.len() as u64, "significant regression")) "; " (compared) " compared." }
                ul { @for regression in found { li { (regression.to_string()) } } }
            }
        }
    };
    section("regressions", "Since the earlier study", content)
}

fn overall(contents: &Contents) -> Markup {
    if contents.tables.len() < 2 {
        return html! {};
    }
    let caption = "Mean over all scenes for each seed, then over seeds. Only variants in which all units arrive in every run are ranked.";
    let rows = contents
        .overall
        .iter()
        .map(|overall| (overall.variant, columns::overall_cells(overall, &contents.tables)));
    let headers = columns::overall_headers(&contents.study);
    section("overall", "All scenes", variant_table(contents, caption, &headers, rows))
}

/// Wraps a table in a box in which it scrolls on narrow pages.
fn scrolling(label: &str, table: Markup) -> Markup {
    html! { div class="scroll" role="region" tabindex="0" aria-label=(label) { (table) } }
}

/// Renders a table with one row per variant.
fn variant_table(
    contents: &Contents,
    caption: &str,
    headers: &[String],
    rows: impl Iterator<Item = (usize, Vec<String>)>,
) -> Markup {
    let chosen = |variant| if contents.verdict.choice == Some(variant) { " take" } else { "" };
    let table = html! {
        table {
            caption { span { (caption) } }
            thead {
                tr {
                    th scope="col" class="name" { "variant" }
                    @for header in headers { th scope="col" { (header) } }
                }
            }
            tbody {
                @for (variant, cells) in rows {
                    tr class={ (contents.classes[variant]) (chosen(variant)) } {
                        th scope="row" { (swatch(&contents.classes[variant])) (contents.study.label(variant)) }
                        @for cell in &cells { td { (cell) } }
                    }
                }
            }
        }
    };
    scrolling(caption, table)
}

fn scene(contents: &Contents, table: &SceneTable) -> Markup {
    let study = &contents.study;
    let scene = &study.scenes[table.scene];
    let seeds = columns::seeds(scene.seeds());
    let caption = format!("{}: variants from best to worst, seeds {seeds}.", scene.label);
    let headers = columns::headers(study, table, contents.baseline);
    let cells = |row: &VariantRow| (row.variant, columns::cells(row, table, contents.baseline));
    let content = html! {
        (variant_table(contents, &caption, &headers, table.rows.iter().map(cells)))
        @for note in columns::notes(table) { p class="dim" { (note) } }
        (figures::of_scene(study, table, &contents.classes))
        details {
            summary { "Commands that reproduce this table" }
            p class="dim" { "One command per variant, with its first seed; the table covers seeds " (seeds) "." }
            pre { code { (columns::commands(study, table)) } }
        }
        (worst_runs(contents, table.scene))
    };
    section(&scene_id(table), &scene.label, content)
}

fn worst_runs(contents: &Contents, scene: usize) -> Markup {
    let runs = contents.worst_in(scene);
    html! {
        @if !runs.is_empty() {
            details {
                summary { "Recordings of the worst runs" }
                p class="dim" { (worst::heading()) }
                ul {
                    @for run in runs {
                        li { a href=(run.file) { (contents.study.label(run.variant)) } ", " (run.described()) }
                    }
                }
            }
        }
    }
}

fn costs(contents: &Contents) -> Markup {
    let figures = figures::of_maps(&contents.study, &contents.tables, &contents.classes);
    figures.map_or_else(|| html! {}, |figures| section("costs", "Cost against units", figures))
}

fn troubles(contents: &Contents) -> Markup {
    if contents.troubles.is_empty() {
        return html! {};
    }
    let study = &contents.study;
    let caption = "Every run in which not all units arrived";
    let table = html! {
        table {
            caption { (caption) ". The command runs the first of the seeds." }
            thead {
                tr {
                    th scope="col" class="name" { "variant" }
                    @for header in ["scene", "problem", "seeds", "command"] {
                        th scope="col" class="text" { (header) }
                    }
                }
            }
            tbody {
                @for Trouble { scene, variant, what, seeds, record } in &contents.troubles {
                    tr {
                        th scope="row" { (study.label(*variant)) }
                        td class="text" { (study.scenes[*scene].label) }
                        td class="text" { (what) }
                        td class="text" { (columns::seeds(seeds.iter().copied())) }
                        td class="text" { code { (run_command(&record.run)) } }
                    }
                }
            }
        }
    };
    section("troubles", "Timed-out and failed runs", scrolling(caption, table))
}

fn method() -> Markup {
    let terms = html! {
        dl {
            @for (term, meaning) in columns::terms() { dt { (term) } dd { (meaning) } }
        }
    };
    section("method", "How to read this report", terms)
}

fn commands_again(contents: &Contents) -> Markup {
    let commands = contents.options.commands.join("\n");
    let content = html! {
        @if !commands.is_empty() {
            p { "The whole study:" }
            pre { code { (commands) } }
        }
        p {
            "To run a single seed, use the commands below each scene's figures. Everything except the tick times is the same on every \
             machine."
        }
        p {
            "This report was written by sidestep " (crate::VERSION) " on " (machine::describe()) ". Maps with the hash of their content: "
            (contents.study.maps().join(", ")) "."
        }
    };
    section("again", "Reproduce this report", content)
}

fn replay_section(replays: &Replays) -> Markup {
    if !replays.have_section() {
        return html! {};
    }
    let content = html! {
        @if let Some(first) = replays.scenes.first() {
            p {
                "Two variants from the same starts (seed " span id="seed" { (first.seed) } "), on one time axis. The space bar plays \
                 and pauses."
            }
            noscript { p { "The replays need JavaScript; the rest of the report does not." } }
            div id="player" hidden {
                (replay_controls(replays))
                ul id="groups" class="legend" {}
                div id="stage" class="stage" {}
                (replay_view())
            }
            p class="dim" { (replay::jam_text()) }
        }
        @if !replays.missing.is_empty() {
            p class="dim" { "Without a replay:" }
            ul class="dim" id="missing" { @for line in &replays.missing { li { (line) } } }
        }
    };
    section("replays", "Replays", content)
}

fn replay_controls(replays: &Replays) -> Markup {
    html! {
        div class="controls" {
            label {
                "Scene "
                select id="scene" {
                    @for (k, scene) in replays.scenes.iter().enumerate() { option value=(k) { (scene.label) } }
                }
            }
            label { "Left " select id="left" {} }
            label { "Right " select id="right" {} }
            button id="play" type="button" { "Play" }
            button id="jam" type="button" { "First jam" }
            label class="grow" {
                "Time " input id="scrub" type="range" min="0" max="1" step="1" value="0";
            }
            output id="clock" for="scrub" { "0.0 s" }
            label {
                "Speed "
                select id="speed" {
                    option value="0.5" { "½×" }
                    option value="1" selected { "1×" }
                    option value="2" { "2×" }
                    option value="4" { "4×" }
                }
            }
        }
    }
}

/// The template from which the script creates the two views.
fn replay_view() -> Markup {
    html! {
        template id="view" {
            figure {
                canvas role="img" {}
                figcaption {
                    svg class="swatch" viewBox="0 0 30 10" aria-hidden="true" { path d="M0 5H30" {} }
                    b {}
                    span {}
                }
            }
        }
    }
}

fn scripts(replays: &Replays) -> Markup {
    html! {
        @if !replays.scenes.is_empty() {
            script type="application/json" id="replay-data" { (PreEscaped(replays.json())) }
            script { "\n" (PreEscaped(REPLAYS)) }
        }
        script { "\n" (PreEscaped(HIGHLIGHT)) }
        script { "\n" (PreEscaped(SAVE)) }
    }
}
