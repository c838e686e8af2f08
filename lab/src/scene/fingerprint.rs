//! Identifies a map by a hash of its content.

use super::layout_options::LayoutOptions;
use super::map::Scene;
use super::named_starts::named_start_files;
use std::path::PathBuf;
use xxhash_rust::xxh3::Xxh3;

impl Scene {
    /// Returns a hash of the map's text and of the start files that it names. A missing start file counts as empty.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        // Each text is preceded by its length, so that different lists of files give different bytes.
        let mut take = |bytes: &[u8]| {
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        take(self.source.text.as_bytes());
        for name in named_start_files(&self.source.text) {
            take(self.source.files.get(&name).map_or(&[], |text| text.as_bytes()));
        }
        hash.digest()
    }

    /// Returns the start files that the map names, in the order of its groups.
    pub fn start_files(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.source.folder else { return Vec::new() };
        named_start_files(&self.source.text).iter().map(|name| folder.join(name)).collect()
    }

    /// Whether the seed changes the layout, through a jitter or a random formation.
    pub fn is_seeded(&self) -> bool {
        let starts = |seed| {
            let options = LayoutOptions { seed: Some(seed), ..LayoutOptions::default() };
            self.layout(&options).map(|layout| layout.starts).ok()
        };
        // A seed whose jitter makes units overlap also counts as a difference.
        match (starts(1), starts(2)) {
            (Some(one), Some(two)) => one != two,
            _ => true,
        }
    }
}
