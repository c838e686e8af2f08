//! Which source files import each other. No circles of imports are allowed: not between siblings, and not between a file and the
//! `mod.rs` above it. A `mod.rs` declares and re-exports, and types live in files of their own.

use crate::house::sources_of;
use std::collections::{BTreeMap, BTreeSet};

/// A module's path from the crate's root, or a path to something in a module.
type ItemPath = Vec<String>;

/// Splits Rust code into words, `::` and other single characters, without comments, strings, characters and lifetimes.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = code;
    let skip = |rest: &'_ str, end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            skip(rest, "\n")
        } else if ["r\"", "r#\"", "br\""].iter().any(|raw| rest.starts_with(raw)) {
            let open = rest.find('"').unwrap_or(0) + 1;
            open + skip(&rest[open..], if rest.starts_with("r#") { "\"#" } else { "\"" })
        } else if word > 0 {
            found.push(&rest[..word]);
            word
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |at| at + 2)
        } else if rest.starts_with("'\\") {
            3 + skip(&rest[3..], "'")
        } else if first == '\'' {
            let inside = rest[1..].chars().next().map_or(0, char::len_utf8);
            if rest[1 + inside..].starts_with('\'') { inside + 2 } else { 1 }
        } else if rest.starts_with("::") {
            found.push("::");
            2
        } else {
            if !first.is_whitespace() {
                found.push(&rest[..first.len_utf8()]);
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The number of tokens with which a module of tests begins, up to its brace; none if no such module begins here.
fn test_module(tokens: &[&str]) -> Option<usize> {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let open = tokens.strip_prefix(&TEST)?.iter().take(7).position(|token| *token == "{")?;
    tokens[TEST.len()..][..open].contains(&"mod").then_some(TEST.len() + open + 1)
}

/// Removes the modules of tests.
fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let Some(begin) = test_module(&tokens[at..]) else {
            kept.push(tokens[at]);
            at += 1;
            continue;
        };
        at += begin;
        let mut depth = 1;
        while depth > 0 && at < tokens.len() {
            depth += i32::from(tokens[at] == "{") - i32::from(tokens[at] == "}");
            at += 1;
        }
    }
    kept
}

/// A path in a file: its words, and the name that `use` gives to what it leads to.
type NamedPath<'a> = (Vec<&'a str>, Option<&'a str>);

/// Reads the paths of a `use` from `at` on, and moves `at` to its end.
fn read_use<'a>(tokens: &[&'a str], at: &mut usize, before: &[&'a str], found: &mut Vec<NamedPath<'a>>) {
    let (mut path, mut name) = (before.to_vec(), None);
    while let Some(token) = tokens.get(*at).filter(|token| ![";", ",", "}"].contains(token)) {
        *at += 1;
        match *token {
            "{" => {
                while tokens.get(*at).is_some_and(|token| *token != "}") {
                    read_use(tokens, at, &path, found);
                    *at += usize::from(tokens.get(*at) == Some(&","));
                }
                *at += 1;
                return;
            }
            "as" => name = tokens.get(*at).copied(),
            "::" => {}
            word if name.is_none() => path.push(word),
            _ => {}
        }
    }
    if path.len() > 1 && path.last() == Some(&"self") {
        path.pop();
    }
    name = name.or(path.last().copied());
    found.push((path, name));
}

/// Returns the paths in a file's code outside of tests.
fn paths(code: &str) -> Vec<NamedPath<'_>> {
    let tokens = without_tests(&tokens(code));
    let is_word = |token: &&&str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" && tokens.get(at + 1) != Some(&"<") {
            at += 1;
            read_use(&tokens, &mut at, &[], &mut found);
            continue;
        }
        let start = at;
        let mut path: Vec<&str> = Some(&tokens[at]).filter(is_word).copied().into_iter().collect();
        while !path.is_empty()
            && tokens.get(at + 1) == Some(&"::")
            && let Some(word) = tokens.get(at + 2).filter(is_word)
        {
            path.push(word);
            at += 2;
        }
        at += 1;
        // `pub(in crate::room)` imports nothing.
        if path.len() > 1 && (start == 0 || tokens[start - 1] != "in") {
            found.push((path, None));
        }
    }
    found
}

/// The modules of a crate with their files, and the names that `use` gives.
struct Modules<'a> {
    files: BTreeMap<ItemPath, &'a str>,
    names: BTreeMap<(ItemPath, String), ItemPath>,
}

/// The module of a file, whose path is relative to the folder of the crate's root.
fn module_of(file: &str) -> ItemPath {
    let mut module: ItemPath = file.trim_end_matches(".rs").split('/').map(String::from).collect();
    if module.last().is_some_and(|last| ["mod", "lib"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

impl<'a> Modules<'a> {
    /// The path from the crate's root; none if a path leads out of the crate or starts with a name of the file.
    fn resolved(&self, module: &ItemPath, path: &[&str]) -> Option<ItemPath> {
        let up = path.iter().take_while(|word| **word == "super").count();
        let (base, rest) = match path {
            ["crate", rest @ ..] => (&[][..], rest),
            ["self", rest @ ..] => (&module[..], rest),
            [_, ..] if up > 0 => (module.get(..module.len().checked_sub(up)?)?, &path[up..]),
            [first, ..] => {
                let child = [&module[..], &[first.to_string()]].concat();
                self.files.contains_key(&child).then_some((&module[..], path))?
            }
            [] => return None,
        };
        Some(base.iter().cloned().chain(rest.iter().map(ToString::to_string)).collect())
    }

    /// The file that declares what a path leads to, through any number of re-exports.
    fn declared_in(&self, mut path: ItemPath) -> Option<&'a str> {
        for _ in 0..20 {
            let length = (0..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
            let (module, rest) = path.split_at(length);
            let named = rest.first().and_then(|name| self.names.get(&(module.to_vec(), name.clone())));
            let Some(named) = named else { return self.files.get(module).copied() };
            path = named.iter().chain(&rest[1..]).cloned().collect();
        }
        None
    }
}

/// The files that each file imports from, other than itself.
fn imports(files: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let modules = files.iter().map(|(file, _)| (module_of(file), file.as_str())).collect();
    let mut modules = Modules { files: modules, names: BTreeMap::new() };
    let mut named = Vec::new();
    for (file, code) in files {
        let module = module_of(file);
        for (path, name) in paths(code) {
            let Some(path) = modules.resolved(&module, &path) else { continue };
            if let Some(name) = name {
                modules.names.insert((module.clone(), name.to_string()), path.clone());
            }
            named.push((file.as_str(), path));
        }
    }
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, path) in named {
        if let Some(from) = modules.declared_in(path).filter(|from| *from != file) {
            imports.entry(file).or_default().insert(from);
        }
    }
    imports
}

/// The files that a file imports from, directly or through others.
fn reached<'a>(imports: &BTreeMap<&'a str, BTreeSet<&'a str>>, file: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut left = vec![file];
    while let Some(file) = left.pop() {
        left.extend(imports.get(file).into_iter().flatten().filter(|other| found.insert(**other)));
    }
    found
}

/// A file of each circle that is still to be untangled.
const KNOWN: [&str; 2] = ["physics/push.rs", "steering/mechanism.rs"];

/// The files that import each other, directly or in a circle.
fn circles(files: &[(String, String)]) -> BTreeSet<BTreeSet<&str>> {
    let imports = imports(files);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (*file, reached(&imports, file))).collect();
    let is_back = |from: &str, to: &str| reached.get(from).is_some_and(|reached| reached.contains(to));
    let circle = |file: &str| reached[file].iter().copied().filter(|other| is_back(other, file)).collect();
    imports.keys().map(|file| circle(file)).filter(|circle: &BTreeSet<&str>| !circle.is_empty()).collect()
}

#[test]
fn circles_are_found_through_reexports_and_paths() {
    let circles_of = |files: &[(&str, &str)]| {
        let files: Vec<_> = files.iter().map(|(file, code)| (file.to_string(), code.to_string())).collect();
        circles(&files)
            .iter()
            .map(|circle| circle.iter().copied().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    let lib = ("lib.rs", "mod a; mod b;");
    let siblings = [lib, ("a.rs", "use crate::b::{self, B as Other};"), ("b.rs", "use super::a::A;")];
    assert_eq!(circles_of(&siblings), ["a.rs b.rs"]);
    let child = [("a/mod.rs", "mod b; pub use b::B; pub struct A;"), ("a/b.rs", "fn f(_: super::A) {}")];
    assert_eq!(circles_of(&child), ["a/b.rs a/mod.rs"]);
    let long = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")];
    assert_eq!(circles_of(&long), ["a.rs b.rs c.rs"]);
    let sound = [
        ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C;"),
        (
            "a/b.rs",
            "pub(in crate::a) struct B; // use super::c::C;\n#[cfg(test)] pub(super) mod tests { use crate::a::C; }",
        ),
        ("a/c.rs", "use super::B; const TEXT: (char, &str) = ('\"', \"use crate::a::b::B;\");"),
    ];
    assert_eq!(circles_of(&sound), Vec::<String>::new());
}

#[test]
fn no_two_files_import_each_other() {
    for folder in ["../src", "src"] {
        let files = sources_of(folder);
        let mut circles = circles(&files);
        circles.retain(|circle| !KNOWN.iter().any(|known| circle.contains(known)));
        let lines: Vec<String> = circles.iter().map(|circle| format!("{circle:?}")).collect();
        assert!(lines.is_empty(), "files in {folder} that import each other:\n{}", lines.join("\n"));
    }
}
