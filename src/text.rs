//! Words for people: the nearest name to a mistyped one.

/// "did you mean 'x'?" when a name is close, else the list of names.
pub fn did_you_mean(typed: &str, names: &[&str]) -> String {
    match nearest(typed, names) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("there are: {}", names.join(", ")),
    }
}

/// The name most like what was typed, when one is close enough to be meant.
pub fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&typed, name), *name))
        .filter(|(distance, name)| *distance <= name.len().max(typed.len()) / 3 + 1)
        .min()
        .map(|(_, name)| name)
}
