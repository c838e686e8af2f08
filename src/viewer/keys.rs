//! The keys: one table that the window acts on, the help panel shows and the README quotes.

use super::session::Command;
use crate::draw::Overlay;
use winit::keyboard::{Key, NamedKey};

/// A key, by what it means in the user's layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// A character; letters match in either case.
    Char(char),
    /// A letter with shift held.
    Shift(char),
    /// A key with a name.
    Named(NamedKey),
}

/// A key, or several, and what it does.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// The keys that do it.
    pub presses: &'static [Press],
    /// The command.
    pub command: Command,
    /// Whether holding the key repeats it.
    pub repeats: bool,
}

/// A line of help: keys as they are written, and what they do. Some lines are about several bindings.
pub const HELP: &[(&str, &str)] = &[
    ("space", "pause or go on"),
    (".", "one tick"),
    ("r", "restart; an edited map file is read again"),
    ("+ / -", "faster / slower, ¼× to 8×"),
    ("n / p", "next / previous map"),
    ("m / M", "next / previous avoidance mode"),
    ("1 2 3 4", "stage of the cardioid field"),
    ("x", "sideways push on or off"),
    ("f", "overlay: force"),
    ("y", "overlay: rays"),
    ("d", "overlay: field vectors"),
    ("k", "overlay: cardioid"),
    ("t", "overlay: way to the goal"),
    ("j", "overlay: trails"),
    ("b", "overlay: neighbours"),
    ("o", "overlay: contacts"),
    ("w", "overlay: what the model found"),
    ("e", "overlay: density"),
    ("v", "overlay: potential"),
    ("u", "overlay: pressure"),
    ("l", "overlay: lane field"),
    ("i", "overlay: predicted places"),
    ("a", "no overlays"),
    ("click", "select a unit: why it does what it does"),
    ("c", "save the selected unit's situation"),
    ("s", "save the picture"),
    ("arrows, drag", "move the view"),
    ("[ / ], wheel", "zoom out / in"),
    ("0, home", "show the whole map"),
    ("?, h", "this help"),
    ("esc", "close help or result, deselect, then quit"),
    ("q", "quit"),
];

const fn once(presses: &'static [Press], command: Command) -> Binding {
    Binding { presses, command, repeats: false }
}

const fn held(presses: &'static [Press], command: Command) -> Binding {
    Binding { presses, command, repeats: true }
}

use NamedKey as N;
use Press::{Char, Named, Shift};

/// Pixels that an arrow key moves the view.
const STRIDE: f32 = 60.0;
/// What a key zooms by.
const ZOOM: f32 = 1.25;

/// Every key.
pub const BINDINGS: &[Binding] = &[
    once(&[Named(N::Space), Char(' ')], Command::TogglePause),
    held(&[Char('.')], Command::Step),
    once(&[Char('r')], Command::Restart),
    once(&[Char('+'), Char('=')], Command::Faster),
    once(&[Char('-'), Char('_')], Command::Slower),
    once(&[Char('n'), Named(N::PageDown)], Command::NextMap),
    once(&[Char('p'), Named(N::PageUp)], Command::PreviousMap),
    once(&[Shift('m')], Command::PreviousMode),
    once(&[Char('m')], Command::NextMode),
    once(&[Char('1')], Command::Stage(1)),
    once(&[Char('2')], Command::Stage(2)),
    once(&[Char('3')], Command::Stage(3)),
    once(&[Char('4')], Command::Stage(4)),
    once(&[Char('x')], Command::TogglePush),
    once(&[Char('f')], Command::Toggle(Overlay::Force)),
    once(&[Char('y')], Command::Toggle(Overlay::Rays)),
    once(&[Char('d')], Command::Toggle(Overlay::Field)),
    once(&[Char('k')], Command::Toggle(Overlay::Cardioid)),
    once(&[Char('t')], Command::Toggle(Overlay::Path)),
    once(&[Char('j')], Command::Toggle(Overlay::Trail)),
    once(&[Char('b')], Command::Toggle(Overlay::Neighbours)),
    once(&[Char('o')], Command::Toggle(Overlay::Contacts)),
    once(&[Char('w')], Command::Toggle(Overlay::Model)),
    once(&[Char('e')], Command::Toggle(Overlay::Density)),
    once(&[Char('v')], Command::Toggle(Overlay::Potential)),
    once(&[Char('u')], Command::Toggle(Overlay::Pressure)),
    once(&[Char('l')], Command::Toggle(Overlay::LaneField)),
    once(&[Char('i')], Command::Toggle(Overlay::Predicted)),
    once(&[Char('a')], Command::ClearOverlays),
    once(&[Char('c')], Command::SaveSituation),
    once(&[Char('s')], Command::SavePicture),
    held(&[Named(N::ArrowLeft)], Command::Pan(STRIDE, 0.0)),
    held(&[Named(N::ArrowRight)], Command::Pan(-STRIDE, 0.0)),
    held(&[Named(N::ArrowUp)], Command::Pan(0.0, STRIDE)),
    held(&[Named(N::ArrowDown)], Command::Pan(0.0, -STRIDE)),
    held(&[Char('['), Char('{')], Command::Zoom(1.0 / ZOOM)),
    held(&[Char(']'), Char('}')], Command::Zoom(ZOOM)),
    once(&[Char('0'), Named(N::Home)], Command::Fit),
    once(&[Char('?'), Char('h'), Named(N::F1)], Command::ToggleHelp),
    once(&[Named(N::Escape)], Command::Escape),
    once(&[Char('q')], Command::Quit),
];

/// What a key does, if it does anything.
pub fn command_for(key: &Key, shift: bool, repeat: bool) -> Option<Command> {
    let found = |press: Press| BINDINGS.iter().find(|binding| binding.presses.contains(&press));
    let binding = match key {
        Key::Named(named) => found(Named(*named)),
        Key::Character(text) => {
            let c = text.chars().next()?;
            let lower = c.to_lowercase().next().unwrap_or(c);
            let shifted = if shift { found(Shift(lower)) } else { None };
            shifted.or_else(|| found(Char(c))).or_else(|| found(Char(lower)))
        }
        Key::Dead(_) | Key::Unidentified(_) => None,
    };
    binding.filter(|binding| binding.repeats || !repeat).map(|binding| binding.command)
}

/// The keys as a Markdown table, for the README.
pub fn keys_markdown() -> String {
    let mut table = String::from("| Key | What it does |\n|---|---|\n");
    for (key, what) in HELP {
        table.push_str(&format!("| `{key}` | {what} |\n"));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, shift: bool) -> Option<Command> {
        command_for(&Key::Character(text.into()), shift, false)
    }

    #[test]
    fn letters_mean_the_same_in_either_case_except_m() {
        assert_eq!(typed("f", false), Some(Command::Toggle(Overlay::Force)));
        assert_eq!(typed("F", true), Some(Command::Toggle(Overlay::Force)));
        assert_eq!(typed("m", false), Some(Command::NextMode));
        assert_eq!(typed("M", true), Some(Command::PreviousMode));
        // Caps lock without shift.
        assert_eq!(typed("M", false), Some(Command::NextMode));
        assert_eq!(typed("=", false), Some(Command::Faster));
        assert_eq!(typed("ß", false), None);
    }

    #[test]
    fn only_steps_and_views_repeat() {
        let space = Key::Named(NamedKey::Space);
        assert_eq!(command_for(&space, false, true), None);
        assert_eq!(command_for(&Key::Character(".".into()), false, true), Some(Command::Step));
    }

    #[test]
    fn no_key_does_two_things() {
        let all: Vec<Press> = BINDINGS.iter().flat_map(|b| b.presses).copied().collect();
        for (k, press) in all.iter().enumerate() {
            assert!(!all[..k].contains(press), "{press:?} is bound twice");
        }
    }

    #[test]
    fn every_overlay_has_a_key() {
        for overlay in Overlay::ALL {
            let bound = BINDINGS.iter().any(|binding| binding.command == Command::Toggle(overlay));
            assert!(bound, "{}", overlay.name());
        }
        assert_eq!(typed("u", false), Some(Command::Toggle(Overlay::Pressure)));
        assert_eq!(typed("L", true), Some(Command::Toggle(Overlay::LaneField)));
        assert_eq!(typed("i", false), Some(Command::Toggle(Overlay::Predicted)));
    }

    #[test]
    fn help_names_every_key_that_is_a_letter_or_digit() {
        let help: String =
            HELP.iter().map(|(keys, _)| format!(" {keys} ").replace([',', '/'], " ")).collect();
        for press in BINDINGS.iter().filter_map(|b| b.presses.first()) {
            if let Char(c) = press
                && c.is_alphanumeric()
            {
                assert!(help.contains(&format!(" {c} ")), "help does not name '{c}'");
            }
        }
        assert!(keys_markdown().contains("| `space` | pause or go on |"));
    }
}
