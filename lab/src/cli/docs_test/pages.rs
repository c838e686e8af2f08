//! The pages of the documentation.

use std::path::{Path, PathBuf};

/// A page of Markdown.
pub(super) struct Page {
    /// The path from the root of the project, with `/` between folders.
    pub path: String,
    pub text: String,
}

/// The root of the project.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The Markdown files of the root, of `docs/` and of the folders in it.
pub(super) fn pages() -> Vec<Page> {
    let docs = root().join("docs");
    let mut folders = vec![root().to_path_buf(), docs.clone()];
    folders.extend(std::fs::read_dir(&docs).unwrap().map(|entry| entry.unwrap().path()));
    let mut pages: Vec<Page> = folders
        .iter()
        .flat_map(|folder| files(folder))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| Page { text: std::fs::read_to_string(&path).unwrap(), path: name(&path) })
        .collect();
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// The path of a file from the root of the project, with `/` between folders.
pub(super) fn name(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap();
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// The files directly in a folder; none where there is no such folder.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect()
}
