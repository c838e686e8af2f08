//! Rules of the source of both crates: rooms use only rooms below them, one loop ticks worlds, and files are short.

use std::fs;
use std::path::{Path, PathBuf};

/// The largest number of lines of a source file.
const MOST_LINES: usize = 500;
/// The largest number of lines of a function …
const MOST_LINES_OF_A_FUNCTION: usize = 60;
/// … but for this one, a table of all commands.
const TABLE: &str = "fn execute(&mut self, command: Command) {";

/// Adds every source file of a folder, with its text.
fn collect(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((path.clone(), fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Returns every source file with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["../src", "src"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 100, "only {} source files", found.len());
    found
}

/// Returns the files of a crate outside of tests: their paths relative to its folder, with `/`, and their texts.
pub fn sources_of(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    collect(&folder, &mut found);
    let inside = |(path, text): (PathBuf, String)| {
        let path = path.strip_prefix(&folder).unwrap();
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        (parts.join("/"), text)
    };
    found.into_iter().map(inside).filter(|(path, _)| !path.contains("test") && path != "main.rs").collect()
}

/// The rooms of each crate, from the roof down. A room uses only those below it.
const ROOMS: [(&str, &[&str]); 2] = [
    (
        "../src",
        &[
            "recording",
            "world",
            "crowd",
            "lookup",
            "traffic",
            "physics",
            "steering",
            "navigation",
            "neighbours",
            "geometry",
            "settings",
            "math",
            "types",
            "saved",
            "workers",
        ],
    ),
    (
        "src",
        &[
            "app", "cli", "viewer", "report", "study", "scale", "pair", "program", "export", "explain",
            "draw", "chart", "run", "measure", "scene", "document", "files", "text",
        ],
    ),
];

/// The rooms that a file's code names as `crate::ROOM`. Comments and tests do not count.
fn rooms_used(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    })
}

#[test]
fn rooms_use_only_rooms_below_them() {
    assert_eq!(
        rooms_used("use crate::world::World; // crate::cli\n#[cfg(test)]\nuse crate::cli;")
            .collect::<Vec<_>>(),
        ["world"]
    );
    let mut wrong = Vec::new();
    for (folder, rooms) in ROOMS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let level = |name: &str| rooms.iter().position(|room| *room == name);
        for (path, text) in sources() {
            let Ok(inside) = path.strip_prefix(&folder) else { continue };
            let first =
                inside.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
            let name = first.as_deref().map_or("", |name| name.trim_end_matches(".rs"));
            if ["lib", "main"].contains(&name) || inside.to_string_lossy().contains("test") {
                continue;
            }
            let own = level(name).unwrap_or_else(|| panic!("ROOMS lacks {name}"));
            let above = rooms_used(&text).filter(|used| level(used).is_some_and(|used| used < own));
            wrong.extend(above.map(|used| format!("{} uses {used}", inside.display())));
        }
    }
    assert!(wrong.is_empty(), "rooms that use a room above them:\n{}", wrong.join("\n"));
}

/// The page shows the rooms row by row, those of a row side by side.
#[test]
fn the_page_on_internals_shows_all_rooms_in_their_order() {
    let page = include_str!("../../../docs/internals.md");
    let diagram = page.split("```text").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let crates: Vec<&str> = diagram.trim_start().split("\n\n").collect();
    for (text, (_, rooms)) in crates.into_iter().zip(ROOMS) {
        // The first column is the crate, the last one says what the rooms do.
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.get(16..51).unwrap_or(line).split_whitespace().collect()).collect();
        let row_of = |room: &&str| rows.iter().position(|row| row.contains(room));
        let found: Vec<Option<usize>> = rooms.iter().map(row_of).collect();
        assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{rooms:?} are in rows {found:?}");
        assert_eq!(rows.iter().map(Vec::len).sum::<usize>(), rooms.len(), "{rows:?}");
    }
}

/// Whether a file's code outside of tests ticks a world.
fn ticks_a_world(text: &str) -> bool {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.any(|line| [".tick_with(", "world.tick()", "World::tick"].iter().any(|call| line.contains(call)))
}

#[test]
fn one_loop_of_the_laboratory_ticks_worlds() {
    assert!(ticks_a_world("fn f() { world.tick(); }") && !ticks_a_world("ticker.tick() // world.tick()"));
    let lab = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "../benches"] {
        collect(&lab.join(folder), &mut files);
    }
    files.retain(|(path, text)| !path.to_string_lossy().contains("test") && ticks_a_world(text));
    let found: Vec<&Path> = files.iter().map(|(path, _)| path.strip_prefix(lab).unwrap()).collect();
    assert_eq!(found, [Path::new("src/run/ticker.rs")], "`run::Ticker` ticks worlds");
}

#[test]
fn source_files_are_short() {
    let long = sources().into_iter().map(|(path, text)| (path, text.lines().count()));
    let long: Vec<_> = long.filter(|(_, lines)| *lines > MOST_LINES).collect();
    assert!(long.is_empty(), "files of more than {MOST_LINES} lines, to be split by subject: {long:?}");
}

/// The first line of each function in a formatted source file, with the number of its lines.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let length = |first: usize| {
        let indent = &lines[first][..lines[first].len() - lines[first].trim_start().len()];
        let is_end = |line: &str| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with('}'));
        let mut head = lines[first..].iter().take_while(|line| !line.ends_with([';', '}']));
        let opens = head.any(|line| line.ends_with('{'));
        opens.then(|| 1 + lines[first..].iter().position(|line| is_end(line)).unwrap_or(0))
    };
    let is_function = |line: &str| {
        let line = line.trim_start();
        line.starts_with("fn ")
            || ["pub", "const fn"].iter().any(|word| line.starts_with(word)) && line.contains("fn ")
    };
    (0..lines.len())
        .filter(|k| is_function(lines[*k]))
        .filter_map(|k| Some((lines[k].trim(), length(k)?)))
        .collect()
}

#[test]
fn functions_are_short() {
    let found = functions(
        "fn a(\n    x: f32,\n) -> f32 {\n    x\n}\ntrait B {\n    fn b();\n    fn d() {}\n    pub(crate) fn c() {\n    }\n}\n",
    );
    assert_eq!(found, [("fn a(", 5), ("pub(crate) fn c() {", 2)]);
    let too_long: Vec<_> = sources()
        .iter()
        .filter(|(path, _)| !path.to_string_lossy().contains("test"))
        .flat_map(|(path, text)| {
            let own = functions(text).into_iter().filter(|(_, lines)| *lines > MOST_LINES_OF_A_FUNCTION);
            own.map(|(name, lines)| format!("{}: {name} has {lines} lines", path.display()))
                .collect::<Vec<_>>()
        })
        .filter(|found| !found.contains(TABLE))
        .collect();
    assert!(too_long.is_empty(), "{too_long:#?}");
}
