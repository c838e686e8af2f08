//! The README promises what the program does.
#![cfg(feature = "viewer")]

use sidestep::draw::OVERLAYS;
use sidestep::export::FORMATS;
use sidestep::scene::built_in_maps;
use sidestep::steering::avoidance::Mode;
use sidestep::viewer::keys::keys_markdown;

const README: &str = include_str!("../../README.md");

#[test]
fn it_lists_every_key_of_the_window() {
    let keys = keys_markdown();
    assert!(README.contains(keys.trim()), "put this into the README:\n{keys}");
}

#[test]
fn it_names_every_mode_and_enough_maps() {
    for mode in Mode::all() {
        assert!(README.contains(&format!("`{mode}`")), "{mode}");
    }
    for name in ["crossing", "large-groups", "even-pair"] {
        assert!(README.contains(name) && built_in_maps().iter().any(|m| m.name == name), "{name}");
    }
}

#[test]
fn it_names_every_overlay() {
    let names: Vec<&str> = OVERLAYS.iter().map(|overlay| overlay.name).collect();
    assert!(README.contains(&names.join(", ")), "put this into the README: {}", names.join(", "));
}

#[test]
fn it_names_every_output_format() {
    let docs = include_str!("../../docs/file-formats.md");
    for format in FORMATS {
        let (option, ending) = (format!("`--{}", format.ending), format!("`.{}`", format.ending));
        assert!(README.contains(&option) && README.contains(&ending), "{format:?} in the README");
        assert!(
            docs.contains(option.trim_matches('`')) && docs.contains(&ending),
            "{format:?} in docs/file-formats.md"
        );
    }
}
