//! Tests of the documentation: blocks that mirror the program, links, and the index.

mod blocks;
mod links;
mod pages;

use crate::scene::built_in_maps;
use pages::{Page, pages, root};
use sidestep::steering::avoidance::models;
use sidestep::steering::behaviours::BEHAVIOURS;

/// Generated blocks say what the program says. `UPDATE_DOCS=1 cargo test --lib docs_test` writes them.
#[test]
fn generated_blocks_are_up_to_date() {
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let mut stale = Vec::new();
    for page in pages() {
        let text = blocks::filled(&page);
        if text == page.text {
            continue;
        }
        if update {
            std::fs::write(root().join(&page.path), text).unwrap();
        }
        stale.push(page.path);
    }
    assert!(
        update || stale.is_empty(),
        "{stale:?} differ from the program; run: UPDATE_DOCS=1 cargo test --lib docs_test"
    );
}

#[test]
fn every_model_behaviour_command_and_metric_is_documented() {
    let texts: String = pages().iter().map(|page| page.text.as_str()).collect();
    let missing: Vec<String> = blocks::all()
        .into_iter()
        .filter(|name| !texts.contains(&format!("{}{name} -->", blocks::BEGIN)))
        .collect();
    assert!(missing.is_empty(), "no page has the blocks {missing:?}");
}

/// The README counts modes, maps and behaviours in figures.
#[test]
fn the_readme_counts_what_there_is() {
    let pages = pages();
    let readme = pages.iter().find(|page| page.path == "README.md").unwrap();
    let counts = [
        format!("{} modes", models().len()),
        format!("{} [maps]", built_in_maps().len()),
        format!("{} steering [behaviours]", BEHAVIOURS.len()),
    ];
    for count in counts {
        assert!(readme.text.contains(&count), "README.md lacks '{count}'");
    }
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let broken: Vec<String> = pages.iter().flat_map(|page| links::broken(page, &pages)).collect();
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn files_of_the_project_name_pages_that_exist() {
    let broken = links::broken_names(&[
        "src",
        "tests",
        "examples",
        "lab/src",
        "lab/tests",
        "lab/examples",
        "benches",
        "deploy",
        "maps",
    ]);
    assert!(broken.is_empty(), "these name a page that does not exist:\n{}", broken.join("\n"));
}

#[test]
fn the_index_links_to_every_page() {
    let pages = pages();
    let linked = |index: &str, page: &Page| {
        let index = pages.iter().find(|page| page.path == index).unwrap_or_else(|| panic!("no {index}"));
        links::targets(index).iter().any(|target| target.file == page.path)
    };
    let lost: Vec<&String> = pages
        .iter()
        .filter(|page| page.path.starts_with("docs/") && page.path != "docs/README.md")
        .filter(|page| {
            let index =
                if page.path.starts_with("docs/models/") { "docs/models.md" } else { "docs/README.md" };
            !linked(index, page)
        })
        .map(|page| &page.path)
        .collect();
    assert!(lost.is_empty(), "no index links to {lost:?}");
}
