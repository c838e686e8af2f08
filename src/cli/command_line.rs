//! The command line as it can be typed again.

use crate::program;
use crate::text::shell_word;

/// This program's own command line.
pub(super) fn command_line() -> String {
    let arguments = std::env::args_os().skip(1);
    quoted(arguments.map(|argument| argument.to_string_lossy().into_owned()))
}

/// Arguments in quotes where a shell needs them.
fn quoted(arguments: impl Iterator<Item = String>) -> String {
    std::iter::once(program::name().to_string())
        .chain(arguments.map(|word| shell_word(&word)))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_typed_again() {
        let typed = ["compare", "--title", "what's best?", "--set", "lanes.side_bias=0.1,0.2", ""];
        let told = quoted(typed.into_iter().map(String::from));
        assert_eq!(told, r"sidestep compare --title 'what'\''s best?' --set lanes.side_bias=0.1,0.2 ''");
    }
}
