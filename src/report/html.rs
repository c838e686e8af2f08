//! The report as one HTML file that asks nobody for anything: style, script, pictures and data are in it.

use super::columns::{self, Trouble};
use super::commands::run_command;
use super::figures;
use super::replay::Replays;
use super::table::{Row, Table};
use super::{Contents, machine};
use crate::text::{counted, escape_html, sentence_list};
use std::fmt::Write as _;

const STYLE: &str = include_str!("report.css");
const REPLAYS: &str = include_str!("replay.js");
const HIGHLIGHT: &str = include_str!("highlight.js");
/// Nothing is fetched, sent or embedded, whatever a name in the report should try.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                      form-action 'none'";

/// The whole file.
pub(super) fn page(contents: &Contents) -> String {
    let title = escape_html(&contents.options.title);
    let replays = Replays::new(&contents.study, &contents.tables, &contents.classes);
    let body: String = [
        verdict(contents),
        regressions(contents),
        overall(contents),
        replay_section(&replays),
        scenes(contents),
        costs(contents),
        troubles(contents),
        method(),
        again(contents),
    ]
    .concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#verdict\">Skip to the verdict</a>\n\
         <header><h1>{title}</h1><p class=\"dim\">{}</p></header>\n{}<main>\n{body}</main>\n{}</body>\n</html>\n",
        escape_html(&columns::extent(&contents.study)),
        navigation(contents, &replays),
        script(&replays)
    )
}

fn navigation(contents: &Contents, replays: &Replays) -> String {
    let mut links = vec![("verdict".to_string(), "Verdict".to_string())];
    let mut add = |is_there: bool, id: &str, name: &str| {
        if is_there {
            links.push((id.into(), name.into()));
        }
    };
    add(contents.earlier, "regressions", "Since the earlier study");
    add(contents.tables.len() > 1, "overall", "All scenes");
    add(!replays.scenes.is_empty(), "replays", "Replays");
    for table in &contents.tables {
        add(true, &scene_id(table), &contents.study.scenes[table.scene].label);
    }
    add(!contents.troubles.is_empty(), "troubles", "Cut and failed runs");
    add(true, "method", "How to read it");
    add(true, "again", "Make it again");
    let items: String = links
        .iter()
        .map(|(id, name)| format!("<li><a href=\"#{id}\">{}</a></li>", escape_html(name)))
        .collect();
    format!("<nav aria-label=\"Contents\"><ul>{items}</ul></nav>\n")
}

fn scene_id(table: &Table) -> String {
    format!("scene-{}", table.scene + 1)
}

fn section(id: &str, title: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n<h2 id=\"{id}-h\">{title}</h2>\n{content}</section>\n"
    )
}

fn verdict(contents: &Contents) -> String {
    let [first, second, third] = &contents.verdict.sentences;
    let see = contents.see_it().map_or(String::new(), |command| {
        format!("<p>See it walk: <code>{}</code></p>\n", escape_html(&command))
    });
    let content = format!(
        "<p class=\"first\">{}</p>\n<p>{}</p>\n<p>{}</p>\n{see}",
        escape_html(first),
        escape_html(second),
        escape_html(third)
    );
    section("verdict", "Verdict", &content)
}

fn regressions(contents: &Contents) -> String {
    if !contents.earlier {
        return String::new();
    }
    let compared = counted(contents.compared as u64, "run");
    let content = match contents.regressions.len() {
        _ if contents.compared == 0 => {
            "<p>The two studies have no run in common: nothing was compared.</p>\n".into()
        }
        0 => format!("<p>Nothing is worse beyond chance; {compared} compared.</p>\n"),
        n => {
            let items: String = contents
                .regressions
                .iter()
                .map(|r| format!("<li>{}</li>", escape_html(&r.to_string())))
                .collect();
            let found = counted(n as u64, "regression");
            format!(
                "<div class=\"bad\"><p>{found} beyond chance; {compared} compared.</p><ul>{items}</ul></div>\n"
            )
        }
    };
    section("regressions", "Since the earlier study", &content)
}

fn overall(contents: &Contents) -> String {
    if contents.tables.len() < 2 {
        return String::new();
    }
    let caption = "Mean over all scenes for each seed, and over seeds; ranked are those that bring everybody there in every run.";
    let rows = contents.overall.iter().map(|of| (of.variant, columns::overall_cells(of, &contents.tables)));
    let headers = columns::overall_headers(&contents.study);
    section("overall", "All scenes", &table(contents, caption, &headers, rows))
}

/// A table with a row a variant, in a box of its own in which it scrolls where the page is narrow.
fn table(
    contents: &Contents,
    caption: &str,
    headers: &[String],
    rows: impl Iterator<Item = (usize, Vec<String>)>,
) -> String {
    let head: String =
        headers.iter().map(|header| format!("<th scope=\"col\">{}</th>", escape_html(header))).collect();
    let mut body = String::new();
    for (variant, cells) in rows {
        let take = if contents.verdict.choice == Some(variant) { " take" } else { "" };
        let class = &contents.classes[variant];
        let (swatch, label) = (figures::swatch(class), escape_html(contents.study.label(variant)));
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape_html(cell))).collect();
        let _ =
            writeln!(body, "<tr class=\"{class}{take}\"><th scope=\"row\">{swatch}{label}</th>{cells}</tr>");
    }
    let caption = escape_html(caption);
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption><span>{caption}</span></caption>\n\
         <thead><tr><th scope=\"col\" class=\"name\">variant</th>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )
}

fn scenes(contents: &Contents) -> String {
    contents.tables.iter().map(|of| scene(contents, of)).collect()
}

fn scene(contents: &Contents, of: &Table) -> String {
    let study = &contents.study;
    let scene = &study.scenes[of.scene];
    let seeds = columns::seeds(scene.seeds());
    let caption = format!("{}: best first; seeds {seeds}.", scene.label);
    let headers = columns::headers(study, of, contents.baseline);
    let rows = of.rows.iter().map(|row: &Row| (row.variant, columns::cells(row, of, contents.baseline)));
    let mut content = table(contents, &caption, &headers, rows);
    for note in columns::notes(of) {
        let _ = writeln!(content, "<p class=\"dim\">{}</p>", escape_html(note));
    }
    let variants: Vec<usize> = of.rows.iter().map(|row| row.variant).collect();
    let figures = figures::of_scene(study, of, &contents.classes);
    content += &figures::figures(study, &contents.classes, &variants, &figures);
    let _ = writeln!(
        content,
        "<details><summary>Commands of these figures</summary><p class=\"dim\">One row each, with its first seed; the table is \
         over seeds {seeds}.</p><pre><code>{}</code></pre></details>",
        escape_html(&columns::commands(study, of))
    );
    section(&scene_id(of), &escape_html(&scene.label), &content)
}

fn costs(contents: &Contents) -> String {
    let figures = figures::costs(&contents.study, &contents.tables, &contents.classes);
    if figures.is_empty() {
        return String::new();
    }
    let variants: Vec<usize> = (0..contents.study.variants.len()).collect();
    let drawn = figures::figures(&contents.study, &contents.classes, &variants, &figures);
    section("costs", "Cost against units", &drawn)
}

fn troubles(contents: &Contents) -> String {
    if contents.troubles.is_empty() {
        return String::new();
    }
    let mut rows = String::new();
    for Trouble { scene, variant, what, seeds, record } in &contents.troubles {
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td>\
             <td class=\"text\"><code>{}</code></td></tr>",
            escape_html(contents.study.label(*variant)),
            escape_html(&contents.study.scenes[*scene].label),
            escape_html(what),
            escape_html(&columns::seeds(seeds.iter().copied())),
            escape_html(&run_command(&record.run))
        );
    }
    let caption = "Every run in which not everybody arrived";
    let content = format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption>{caption}; the command is that of the \
         first seed.</caption>\n<thead><tr><th scope=\"col\" class=\"name\">variant</th><th scope=\"col\" class=\"text\">scene</th>\
         <th scope=\"col\" class=\"text\">what</th><th scope=\"col\" class=\"text\">seeds</th><th scope=\"col\" class=\"text\">command</th>\
         </tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    );
    section("troubles", "Cut and failed runs", &content)
}

fn method() -> String {
    let terms: String = columns::TERMS
        .iter()
        .map(|(term, what)| format!("<dt>{}</dt><dd>{}</dd>\n", escape_html(term), escape_html(what)))
        .collect();
    section("method", "How to read it", &format!("<dl>\n{terms}</dl>\n"))
}

fn again(contents: &Contents) -> String {
    let commands = escape_html(&contents.options.commands.join("\n"));
    let all = if commands.is_empty() {
        String::new()
    } else {
        format!("<p>All of it:</p>\n<pre><code>{commands}</code></pre>\n")
    };
    let content = format!(
        "{all}<p>A single run, with the seed that one likes: the commands under each scene's figures. All but the tick times come out the \
         same on every machine.</p>\n<p>This report was written by sidestep {} on {}. Maps and the hash of what is in them: {}.</p>\n",
        escape_html(crate::VERSION),
        escape_html(&machine::describe()),
        escape_html(&contents.study.maps().join(", "))
    );
    section("again", "Make it again", &content)
}

fn replay_section(replays: &Replays) -> String {
    if replays.scenes.is_empty() {
        return String::new();
    }
    let scenes: String = replays
        .scenes
        .iter()
        .enumerate()
        .map(|(k, scene)| format!("<option value=\"{k}\">{}</option>", escape_html(&scene.label)))
        .collect();
    let left_out = match replays.left_out.len() {
        0 => String::new(),
        _ => format!(
            "<p class=\"dim\">No room for the replays of {}.</p>\n",
            escape_html(&sentence_list(&replays.left_out, 20))
        ),
    };
    let content = format!(
        "<p>The same starts (seed <span id=\"seed\">{}</span>), in step.</p>\n\
         <noscript><p>The replays need JavaScript; everything else is here without it.</p></noscript>\n<div id=\"player\" hidden>\n\
         <div class=\"controls\"><label>Scene <select id=\"scene\">{scenes}</select></label>\
         <button id=\"play\" type=\"button\">Play</button>\
         <label class=\"grow\">Time <input id=\"scrub\" type=\"range\" min=\"0\" max=\"1\" step=\"1\" value=\"0\"></label>\
         <output id=\"clock\" for=\"scrub\">0.0 s</output>\
         <label>Speed <select id=\"speed\"><option value=\"0.5\">½×</option><option value=\"1\" selected>1×</option>\
         <option value=\"2\">2×</option><option value=\"4\">4×</option></select></label></div>\n\
         <ul id=\"groups\" class=\"legend\"></ul>\n<div id=\"stage\" class=\"stage\"></div>\n\
         <template id=\"view\"><figure><canvas role=\"img\"></canvas><figcaption><svg class=\"swatch\" viewBox=\"0 0 30 10\" \
         aria-hidden=\"true\"><path d=\"M0 5H30\"/></svg><b></b><span></span><button type=\"button\" aria-pressed=\"false\">Enlarge</button></figcaption></figure></template>\n</div>\n{left_out}",
        replays.scenes[0].seed
    );
    section("replays", "Replays", &content)
}

fn script(replays: &Replays) -> String {
    let highlight = format!("<script>\n{HIGHLIGHT}</script>\n");
    if replays.scenes.is_empty() {
        return highlight;
    }
    let data = replays.json();
    format!(
        "<script type=\"application/json\" id=\"replay-data\">{data}</script>\n<script>\n{REPLAYS}</script>\n{highlight}"
    )
}
