//! Suggestions for mistyped names.

/// Returns "did you mean 'x'?" if a name is similar, otherwise the list of names.
pub fn did_you_mean(typed: &str, names: &[&str]) -> String {
    match nearest(typed, names) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("use one of: {}", names.join(", ")),
    }
}

/// Returns the most similar name, if one is close enough to be a typing mistake.
pub fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&typed, name), *name))
        .filter(|(distance, name)| *distance <= name.len().max(typed.len()) / 3 + 1)
        .min()
        .map(|(_, name)| name)
}

/// Returns the `count` most similar names, however different they are. The part of a name after a dot is compared as well.
pub fn most_alike<'a>(typed: &str, names: &[&'a str], count: usize) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let alike = |name: &str| {
        let half = name.split_once('.').map_or(name, |(_, half)| half);
        strsim::jaro_winkler(&typed, name).max(strsim::jaro_winkler(&typed, half))
    };
    let mut names = names.to_vec();
    names.sort_by(|a, b| alike(b).total_cmp(&alike(a)));
    names.truncate(count);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_found_by_its_own_name() {
        let names = ["orca.time_horizon", "lanes.side_bias", "lanes.trust", "cardioid.stage"];
        assert_eq!(most_alike("side_bais", &names, 1), ["lanes.side_bias"]);
        assert_eq!(most_alike("foo", &names, 3).len(), 3);
    }
}
