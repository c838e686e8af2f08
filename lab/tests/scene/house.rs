//! Rules of the source of both crates: rooms use only rooms below them, type names are unique, and files are short.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The largest number of lines of a source file.
const MOST_LINES: usize = 500;

/// Returns every source file with its text.
fn sources() -> Vec<(PathBuf, String)> {
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
    let mut found = Vec::new();
    for folder in ["../src", "src"] {
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 100, "only {} source files", found.len());
    found
}

/// Returns the name of the type declared by a line outside of all blocks.
fn declared_type(line: &str) -> Option<&str> {
    let public = line.strip_prefix("pub").map(|rest| match rest.strip_prefix('(') {
        Some(inside) => inside.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    });
    let (keyword, rest) = public.unwrap_or(line).trim_start().split_once(' ')?;
    let declares = !line.starts_with(' ') && ["struct", "enum", "trait", "type", "union"].contains(&keyword);
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    declares.then_some(&rest[..end])
}

#[test]
fn a_declaration_is_recognised() {
    assert_eq!(declared_type("pub(in crate::scene) struct Wall<'a> {"), Some("Wall"));
    assert_eq!(declared_type("type Xy = (f32, f32);"), Some("Xy"));
    assert_eq!(declared_type("    type Err = String;"), None);
    assert_eq!(declared_type("impl Wall {"), None);
}

#[test]
fn no_type_name_exists_twice() {
    let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let sources = sources();
    for (path, text) in &sources {
        for name in text.lines().filter_map(declared_type) {
            files.entry(name).or_default().push(path.display().to_string());
        }
    }
    let twice = files.iter().filter(|(_, files)| files.len() > 1);
    let twice: Vec<String> = twice.map(|(name, files)| format!("{name}: {}", files.join(", "))).collect();
    assert!(twice.is_empty(), "type names that exist twice:\n{}", twice.join("\n"));
}

/// The rooms of each crate, from the roof down. A room uses only those below it.
const ROOMS: [(&str, &[&str]); 2] = [
    (
        "../src",
        &[
            "world",
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

#[test]
fn source_files_are_short() {
    let long = sources().into_iter().map(|(path, text)| (path, text.lines().count()));
    let long: Vec<_> = long.filter(|(_, lines)| *lines > MOST_LINES).collect();
    assert!(long.is_empty(), "files of more than {MOST_LINES} lines, to be split by subject: {long:?}");
}
