//! This process's command line, quoted for a shell.

use crate::program;
use crate::text::shell_word;

/// The command line that started this process.
pub(super) fn command_line() -> String {
    let arguments = std::env::args_os().skip(1);
    quoted(arguments.map(|argument| argument.to_string_lossy().into_owned()))
}

/// The program's name and the arguments, with quotes where a shell needs them.
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
    fn arguments_are_quoted_for_a_shell() {
        let typed = ["compare", "--title", "what's best?", "--set", "lanes.side_bias=0.1,0.2", ""];
        let line = quoted(typed.into_iter().map(String::from));
        assert_eq!(line, r"sidestep compare --title 'what'\''s best?' --set lanes.side_bias=0.1,0.2 ''");
    }
}
