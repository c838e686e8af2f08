//! How to install completion scripts.

/// How to install the script, for each shell.
pub(super) const INSTALL: &str = "\
Install:
  bash        sidestep completions bash > ~/.local/share/bash-completion/completions/sidestep
              (needs the package bash-completion)
  zsh         sidestep completions zsh > ~/.zfunc/_sidestep
              and in ~/.zshrc, before compinit: fpath+=~/.zfunc
  fish        sidestep completions fish > ~/.config/fish/completions/sidestep.fish
  powershell  sidestep completions powershell >> $PROFILE
  elvish      sidestep completions elvish >> ~/.config/elvish/rc.elv
Create the folder first if it does not exist, then start a new shell.";

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use clap_complete::Shell;

    #[test]
    fn the_help_says_how_to_install_for_every_shell() {
        for shell in Shell::value_variants() {
            assert!(INSTALL.contains(&format!("sidestep completions {shell} >")), "{shell}");
        }
    }
}
