//! Links between pages.

use super::pages::{Page, files, name, root};

/// Where a link leads.
pub(super) struct LinkTarget {
    /// The link as the page has it.
    pub link: String,
    /// The file, from the root of the project.
    pub file: String,
    /// The heading, as an anchor; empty without one.
    pub anchor: String,
}

/// The links of a page to files of the project, pictures included.
pub(super) fn targets(page: &Page) -> Vec<LinkTarget> {
    let prose = without_code(&page.text);
    let markdown = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(link, _)| link));
    let html = ["href=\"", "src=\""].into_iter().flat_map(|attribute| {
        prose.split(attribute).skip(1).filter_map(|rest| rest.split_once('"').map(|(link, _)| link))
    });
    markdown
        .chain(html)
        .map(|link| link.split_whitespace().next().unwrap_or(""))
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        .map(|link| target(&page.path, link))
        .collect()
}

fn target(page: &str, link: &str) -> LinkTarget {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let mut parts: Vec<&str> = page.split('/').collect();
    if !file.is_empty() {
        parts.pop();
        for part in file.trim_end_matches('/').split('/') {
            match part {
                "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
    }
    LinkTarget { link: link.into(), file: parts.join("/"), anchor: anchor.into() }
}

/// The links of a page that lead nowhere, one line each.
pub(super) fn broken(page: &Page, pages: &[Page]) -> Vec<String> {
    let reason = |target: &LinkTarget| -> Option<&str> {
        let Some(to) = pages.iter().find(|page| page.path == target.file) else {
            // The packaged crate has no pictures.
            let left_out =
                target.file.starts_with("docs/pictures/") && !root().join("docs/pictures").exists();
            return (!left_out && !root().join(&target.file).exists()).then_some("no such file");
        };
        let found = target.anchor.is_empty() || anchors(&to.text).contains(&target.anchor);
        (!found).then_some("no such heading")
    };
    targets(page)
        .iter()
        .filter_map(|target| Some(format!("{}: {}: {}", page.path, target.link, reason(target)?)))
        .collect()
}

/// The files under `folders` that name a page (`docs/….md`) which does not exist, one line each.
pub(super) fn broken_names(folders: &[&str]) -> Vec<String> {
    let mut broken = Vec::new();
    let mut left: Vec<_> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = left.pop() {
        for file in files(&folder) {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            for rest in text.split("docs/").skip(1) {
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_/.".contains(c)));
                let page = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
                if page.ends_with(".md") && !root().join("docs").join(page).exists() {
                    broken.push(format!("{}: docs/{page}", name(&file)));
                }
            }
        }
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        left.extend(entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()));
    }
    broken
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for line in without_fences(text).lines() {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let base = anchor(heading.trim());
        let repeated = (1..).map(|n| format!("{base}-{n}"));
        let free = std::iter::once(base.clone()).chain(repeated).find(|name| !anchors.contains(name));
        anchors.extend(free);
    }
    anchors
}

fn anchor(heading: &str) -> String {
    // A link in a heading counts by its text.
    let heading = match (heading.find('['), heading.find("](")) {
        (Some(open), Some(close)) if open < close => {
            let end = heading[close..].find(')').map_or(heading.len(), |end| close + end + 1);
            format!("{}{}{}", &heading[..open], &heading[open + 1..close], &heading[end..])
        }
        _ => heading.to_string(),
    };
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// A page without its fenced code.
fn without_fences(text: &str) -> String {
    let mut inside = false;
    let mut prose = String::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        if !inside && !fence {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

/// A page without fenced code and code spans.
fn without_code(text: &str) -> String {
    without_fences(text).split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn headings_have_the_anchors_that_github_gives_them() {
    assert_eq!(anchor("Metrics of one run (JSON)"), "metrics-of-one-run-json");
    assert_eq!(anchor("`raycast+cardioid`: what's new?"), "raycastcardioid-whats-new");
    assert_eq!(anchor("[`lanes`](lanes.md) at a door"), "lanes-at-a-door");
    assert_eq!(anchors("# A\n```sh\n# no heading\n```\n## A\n#no\n"), ["a", "a-1"]);
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = |path: &str, text: &str| Page { path: path.into(), text: text.into() };
    let text = "[a](b.md#here) [b](b.md#there) [c](c.md) `[d](d.md)` ![e](../maps/crossing.toml) [f](#a) [g](https://a.b)\n# A\n";
    let pages = [page("guide/a.md", text), page("guide/b.md", "# Here\n")];
    assert_eq!(
        broken(&pages[0], &pages),
        ["guide/a.md: b.md#there: no such heading", "guide/a.md: c.md: no such file"]
    );
}
