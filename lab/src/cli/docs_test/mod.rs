//! Tests of the documentation: blocks that mirror the program, measured figures, links, and the indexes.

mod blocks;
mod figures;
mod links;
mod pages;

use crate::scene::built_in_maps;
use pages::{Page, pages, root};
use sidestep::steering::avoidance::{Mode, models};
use sidestep::steering::behaviours::BEHAVIOURS;

/// Generated blocks say what the program says, and figures are those of `benches/results`. `UPDATE_DOCS=1 cargo test --lib docs_test` writes them.
#[test]
fn generated_blocks_and_quoted_figures_are_up_to_date() {
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
        "{stale:?} differ from the program or from benches/results; run: UPDATE_DOCS=1 cargo test --lib docs_test"
    );
}

#[test]
fn every_model_behaviour_and_metric_is_documented() {
    let texts: String = pages().iter().map(|page| page.text.as_str()).collect();
    let missing: Vec<String> = blocks::all()
        .into_iter()
        .filter(|name| !texts.contains(&format!("{}{name} -->", blocks::BEGIN)))
        .collect();
    assert!(missing.is_empty(), "no page has the blocks {missing:?}");
}

#[test]
fn the_page_on_models_lists_every_mode() {
    let pages = pages();
    let page = pages.iter().find(|page| page.path == "docs/models/README.md").unwrap();
    let missing: Vec<&str> = Mode::all()
        .map(Mode::name)
        .filter(|name| {
            !page.text.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")))
        })
        .collect();
    assert!(missing.is_empty(), "docs/models/README.md does not list {missing:?}");
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
        .filter(|page| !linked(&index(page, &pages), page))
        .map(|page| &page.path)
        .collect();
    assert!(lost.is_empty(), "no index links to {lost:?}");
}

/// The page that must link to a page in a folder of `docs/`: the folder's `README.md`, or the page that is called as the folder is; and
/// `docs/README.md` for these and all others.
fn index(page: &Page, pages: &[Page]) -> String {
    let (folder, _) = page.path.rsplit_once('/').unwrap();
    let own = [format!("{folder}/README.md"), format!("{folder}.md")];
    let found = own.into_iter().find(|path| pages.iter().any(|other| other.path == *path));
    found.filter(|path| *path != page.path).unwrap_or("docs/README.md".into())
}
