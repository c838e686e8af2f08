//! What tells one map from another: its content.

use super::map::Scene;
use super::start::LayoutOptions;
use std::path::PathBuf;
use toml::de::{DeTable, DeValue};
use xxhash_rust::xxh3::Xxh3;

impl Scene {
    /// A hash of the map's text and of the start files that it names: all that decides what is on it. A start file that is no
    /// longer there counts as none.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        // Each with its length before it, so that no two lists of files run into the same bytes.
        let mut take = |bytes: &[u8]| {
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        take(self.source.text.as_bytes());
        for file in self.start_files() {
            take(&std::fs::read(file).unwrap_or_default());
        }
        hash.digest()
    }

    /// The start files that the map names, in the order of its groups.
    pub fn start_files(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.source.folder else { return Vec::new() };
        named_start_files(&self.source.text).iter().map(|name| folder.join(name)).collect()
    }

    /// Whether the seed changes anything: there is a jitter, or a random formation.
    pub fn is_seeded(&self) -> bool {
        let starts = |seed| {
            let options = LayoutOptions { seed: Some(seed), ..LayoutOptions::default() };
            self.layout(&options).map(|layout| layout.starts).ok()
        };
        // With some seeds, starts that move may have no room: that, too, is a difference.
        match (starts(1), starts(2)) {
            (Some(one), Some(two)) => one != two,
            _ => true,
        }
    }
}

/// The start files of a map's groups, in the order of the groups. A start file names none: it is no TOML.
fn named_start_files(text: &str) -> Vec<String> {
    let Ok(tree) = DeTable::parse(text) else { return Vec::new() };
    let Some(DeValue::Array(groups)) = value(tree.get_ref(), "group") else { return Vec::new() };
    let name = |group: &DeValue| match group {
        DeValue::Table(group) => match value(group, "starts") {
            Some(DeValue::String(name)) => Some(name.to_string()),
            _ => None,
        },
        _ => None,
    };
    groups.iter().filter_map(|group| name(group.get_ref())).collect()
}

fn value<'a, 'b>(table: &'a DeTable<'b>, key: &str) -> Option<&'a DeValue<'b>> {
    table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, value)| value.get_ref())
}
