//! The start files that a map names, which are read together with it.

use crate::document::{SourceText, read_file};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};

/// Reads the start files that a map names. Those that cannot be read are left out, and reported where the map names them.
pub(super) fn read_start_files(map: &SourceText) -> BTreeMap<String, String> {
    let Some(folder) = &map.folder else { return BTreeMap::new() };
    let read = |name: String| {
        let file = read_file(&folder.join(&name)).ok()?;
        Some((name, file.text.to_string()))
    };
    named_start_files(&map.text).into_iter().filter_map(read).collect()
}

/// Returns the start files of a map's groups, in the order of the groups. A start file is not TOML and names none.
pub(super) fn named_start_files(text: &str) -> Vec<String> {
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
