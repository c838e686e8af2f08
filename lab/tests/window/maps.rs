//! Dialogues about map files, operated by simulated keys and clicks, without a display.

use crate::interface::only;
use crate::mirror::Mirror;
use egui::{Event, Key, Modifiers};
use sidestep::types::Vec2;
use sidestep_lab::scene::{MapEdit, Scene};
use sidestep_lab::viewer::{Command, MapQuestion};
use std::fs;

fn press(window: &mut Mirror, key: Key) {
    for pressed in [true, false] {
        window.frame(vec![Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }]);
    }
    window.settle();
}

/// A window on a map with a change, which asks where to save it.
fn asked() -> (tempfile::TempDir, Mirror) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Mirror::new("door", None, &only(&["Place units and walls"]), (1280, 800), 1.0);
    window.session.set_folder(folder.path().to_path_buf());
    window.session.apply(Command::TogglePlacing);
    let draft = window.session.draft().unwrap();
    let (unit, at) = (draft.unit_at(0).unwrap(), draft.layout().starts[0].position);
    window.session.apply(Command::Place(MapEdit::MoveUnits(vec![(unit, at + Vec2::new(-0.1, 0.0))])));
    assert!(window.session.draft().unwrap().is_changed(), "{:?}", window.session.message());
    window.session.apply(Command::SaveMap);
    window.settle();
    (folder, window)
}

fn files(folder: &tempfile::TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

#[test]
fn enter_saves_under_the_free_name_and_escape_saves_nothing() {
    let (folder, mut window) = asked();
    for text in ["Save the map", "save as door-2.toml", "cancel", "writes nothing"] {
        assert!(window.shows(text), "{text}: {:?}", window.texts());
    }
    press(&mut window, Key::Escape);
    assert!(window.session.question().is_none() && files(&folder).is_empty());
    window.session.apply(Command::SaveMap);
    window.settle();
    press(&mut window, Key::Enter);
    assert!(window.session.question().is_none(), "{:?}", window.texts());
    assert_eq!(files(&folder), ["door-2.toml"]);
    assert!(Scene::from_file(&folder.path().join("door-2.toml")).is_ok());
}

#[test]
fn a_typed_name_that_exists_is_replaced_by_its_button_only() {
    let (folder, mut window) = asked();
    let other = folder.path().join("other.toml");
    fs::write(&other, "precious").unwrap();
    // The proposed name is selected, so that typing replaces it.
    window.frame(vec![Event::Text("other".into())]);
    window.settle();
    assert!(window.shows("replace other.toml") && !window.shows("save as"), "{:?}", window.texts());
    press(&mut window, Key::Enter);
    assert!(window.shows("other.toml exists"), "{:?}", window.texts());
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    window.click("replace other.toml");
    assert!(window.session.question().is_none(), "{:?}", window.texts());
    assert!(Scene::from_file(&other).is_ok());
}

#[test]
fn a_click_beside_the_question_reaches_nothing_behind_it() {
    let (folder, mut window) = asked();
    let button = window.find("undo");
    window.click_at(button);
    assert!(window.session.draft().unwrap().is_changed());
    assert!(window.session.question().is_none() && files(&folder).is_empty(), "it only closes the question");
}

#[test]
fn open_lists_maps_and_folders_and_completes_paths() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("maps")).unwrap();
    fs::write(folder.path().join("maps/alley.toml"), "").unwrap();
    fs::write(folder.path().join("notes.md"), "").unwrap();
    let mut window = Mirror::new("door", None, &only(&["Map"]), (1280, 800), 1.0);
    window.session.set_folder(folder.path().to_path_buf());
    window.click("open…");
    assert_eq!(window.session.question(), Some(&MapQuestion::Open(None)));
    assert!(window.shows("maps/") && !window.shows("notes.md"), "{:?}", window.texts());
    window.frame(vec![Event::Text("ma".into())]);
    press(&mut window, Key::Tab);
    assert!(window.shows("alley.toml"), "{:?}", window.texts());
    window.click("../");
    assert!(window.shows("maps/") && !window.shows("alley.toml"), "{:?}", window.texts());
    window.click("maps/");
    window.click("alley.toml");
    // The copy of the window opens no files, and says so.
    assert!(
        window.shows("maps/alley.toml cannot be opened here")
            || window.texts().iter().any(|(text, _)| text.contains("cannot be opened here"))
    );
    press(&mut window, Key::Escape);
    assert!(window.session.question().is_none());
}
