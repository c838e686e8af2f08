//! `sidestep completions`: scripts that complete commands, options, modes and maps in a shell.

use super::output::{Ending, print};
use super::{help, values};
use clap_complete::{Shell, generate};
use miette::{IntoDiagnostic, Result};
use std::path::Path;

/// Prints the script for a shell.
pub(super) fn completions(shell: Shell) -> Result<Ending> {
    let mut script = Vec::new();
    generate(shell, &mut help::command(), program_name(), &mut script);
    let script = String::from_utf8(script).into_diagnostic()?;
    print(&with_map_files(shell, script))?;
    Ok(Ending::Done)
}

/// The name that the script completes: that of this executable.
fn program_name() -> String {
    let started = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&started).file_stem().and_then(|name| name.to_str());
    let plain = |name: &&str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    name.filter(plain).filter(|name| !name.is_empty()).unwrap_or("sidestep").to_string()
}

/// The script with both built-in maps and files as completions of a map. clap generates only the names for zsh and fish.
fn with_map_files(shell: Shell, script: String) -> String {
    let maps = values::map_names();
    match shell {
        Shell::Zsh => zsh_with_map_files(&script, &maps.join(" ")),
        Shell::Fish => {
            let first = maps.first().copied().unwrap_or_default();
            let only_names = format!(" -r -f -a \"{first}\\t");
            script.replace(&only_names, &only_names.replace("-f", "-F"))
        }
        _ => script,
    }
}

fn zsh_with_map_files(script: &str, names: &str) -> String {
    let function = format!(
        "\n_sidestep_map() {{\n    _alternative 'maps:built-in map:({names})' 'files:file:_files'\n}}\n"
    );
    let script = script.replace(&format!(":({names})"), ":_sidestep_map");
    script.replacen("\nautoload -U is-at-least\n", &format!("\nautoload -U is-at-least\n{function}"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use sidestep::steering::avoidance::Mode;

    fn script(shell: Shell) -> String {
        let mut script = Vec::new();
        generate(shell, &mut help::command(), "sidestep", &mut script);
        String::from_utf8(script).unwrap()
    }

    #[test]
    fn scripts_have_commands_options_modes_and_maps() {
        for shell in Shell::value_variants() {
            for word in ["behaviours", "completions", "quality-up-to"] {
                assert!(script(*shell).contains(word), "{shell}: {word}");
            }
        }
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            for mode in Mode::names() {
                assert!(script(shell).contains(mode), "{shell}: {mode}");
            }
            assert!(script(shell).contains("even-pair"), "{shell}");
        }
    }

    #[test]
    fn zsh_and_fish_offer_map_files_too() {
        let zsh = with_map_files(Shell::Zsh, script(Shell::Zsh));
        assert_eq!(zsh.matches("\n_sidestep_map() {").count(), 1);
        assert!(zsh.matches(":_sidestep_map'").count() >= 5, "{zsh}");
        let fish = with_map_files(Shell::Fish, script(Shell::Fish));
        assert_eq!(fish.matches(" -r -F -a \"crossing\\t").count(), 3, "{fish}");
    }
}
