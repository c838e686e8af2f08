//! The table of keys, for the window, its help and docs/guide.md. The overlays' keys are in the overlays' table.

use super::command::Command;
use crate::draw::{OVERLAYS, Overlay};
use std::sync::LazyLock;
use winit::keyboard::{Key, NamedKey};

/// A key in the user's keyboard layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// A character; letters match in either case.
    Char(char),
    /// A letter with shift held.
    Shift(char),
    /// A letter with control held.
    Control(char),
    /// A letter with control and shift held.
    ControlShift(char),
    /// A named key.
    Named(NamedKey),
    /// A named key with shift held.
    ShiftNamed(NamedKey),
}

impl Press {
    /// The key's label: `space`, `M`, `Ctrl+Z`, `F2`.
    fn label(self) -> String {
        match self {
            Press::Char(c) => c.to_string(),
            Press::Shift(c) => c.to_uppercase().to_string(),
            Press::Control(c) => format!("Ctrl+{}", c.to_uppercase()),
            Press::ControlShift(c) => format!("Ctrl+Shift+{}", c.to_uppercase()),
            Press::ShiftNamed(name) => format!("shift+{name:?}"),
            Press::Named(NamedKey::Escape) => "esc".into(),
            Press::Named(NamedKey::PageDown) => "page down".into(),
            Press::Named(NamedKey::PageUp) => "page up".into(),
            Press::Named(
                NamedKey::ArrowLeft | NamedKey::ArrowRight | NamedKey::ArrowUp | NamedKey::ArrowDown,
            ) => "arrows".into(),
            Press::Named(name) => {
                let name = format!("{name:?}");
                if name.starts_with('F') && name.len() <= 3 { name } else { name.to_lowercase() }
            }
        }
    }
}

/// Keys and their command.
#[derive(Debug, Clone)]
pub struct Binding {
    /// The keys.
    pub presses: &'static [Press],
    /// The command.
    pub command: Command,
    /// Whether holding the key repeats the command.
    pub repeats: bool,
}

/// A row of the table: the keys' label, their effect and their bindings.
struct KeyRow {
    keys: &'static str,
    what: &'static str,
    bindings: Vec<Binding>,
}

/// A section of the table.
enum Part {
    Row(KeyRow),
    /// One row per overlay.
    Overlays,
}

fn row(keys: &'static str, what: &'static str, bindings: Vec<Binding>) -> Part {
    Part::Row(KeyRow { keys, what, bindings })
}

fn once(presses: &'static [Press], command: Command) -> Binding {
    Binding { presses, command, repeats: false }
}

fn held(presses: &'static [Press], command: Command) -> Binding {
    Binding { presses, command, repeats: true }
}

use NamedKey as N;
use Press::{Char, Control, ControlShift, Named, Shift, ShiftNamed};

/// The distance that an arrow key moves the view, pixels.
const STRIDE: f32 = 60.0;
/// The factor that a key zooms by.
const ZOOM: f32 = 1.25;

/// All keys, in the help's order.
static KEYS: LazyLock<Vec<Part>> = LazyLock::new(|| {
    vec![
        row("space", "pause / resume", vec![once(&[Named(N::Space), Char(' ')], Command::TogglePause)]),
        row(
            ". / ,",
            "one tick forward / back",
            vec![held(&[Char('.')], Command::Step), held(&[Char(',')], Command::StepBack)],
        ),
        row(
            "r / R",
            "restart, and reload the map file / with the next seed",
            vec![once(&[Shift('r')], Command::RestartWithNextSeed), once(&[Char('r')], Command::Restart)],
        ),
        row(
            "+ / -",
            "faster / slower, 1/16× to 8×",
            vec![
                once(&[Char('+'), Char('=')], Command::Faster),
                once(&[Char('-'), Char('_')], Command::Slower),
            ],
        ),
        row(
            "n / p, page down / page up",
            "next / previous map",
            vec![
                once(&[Char('n'), Named(N::PageDown)], Command::NextMap),
                once(&[Char('p'), Named(N::PageUp)], Command::PreviousMap),
            ],
        ),
        row(
            "m / M",
            "next / previous avoidance mode",
            vec![once(&[Shift('m')], Command::PreviousMode), once(&[Char('m')], Command::NextMode)],
        ),
        row("x", "sideways push on / off", vec![once(&[Char('x')], Command::TogglePush)]),
        row(
            "F6, shift+F6",
            "add a world side by side / remove the active one",
            vec![once(&[Named(N::F6)], Command::AddWorld), once(&[ShiftNamed(N::F6)], Command::RemoveActive)],
        ),
        row("F5", "change the next world side by side", vec![once(&[Named(N::F5)], Command::ActivateNext)]),
        Part::Overlays,
        row("a", "turn all overlays off", vec![once(&[Char('a')], Command::ClearOverlays)]),
        row("click", "select a unit and show its reasons", Vec::new()),
        row("double click", "select all units of its group", Vec::new()),
        row("shift+drag", "select the units in a box, in addition to others", Vec::new()),
        row(
            "right click, right drag",
            "send the selected units there / along a line; shift queues",
            Vec::new(),
        ),
        row(
            "z / Z",
            "the selected units stop / hold their place",
            vec![once(&[Shift('z')], Command::Hold), once(&[Char('z')], Command::Stop)],
        ),
        row("c", "save the selected unit's situation", vec![once(&[Char('c')], Command::SaveSituation)]),
        row("s", "save a picture", vec![once(&[Char('s')], Command::SavePicture)]),
        row(
            "F9",
            "record an animation, until pressed again",
            vec![once(&[Named(N::F9)], Command::ToggleRecording)],
        ),
        row("F7", "place units and walls / end placing", vec![once(&[Named(N::F7)], Command::TogglePlacing)]),
        row(
            "Ctrl+Z / Ctrl+Shift+Z, Ctrl+Y",
            "undo / redo placing",
            vec![
                once(&[ControlShift('z'), Control('y')], Command::Redo),
                once(&[Control('z')], Command::Undo),
            ],
        ),
        row("Ctrl+S", "save the changed map", vec![once(&[Control('s')], Command::SaveMap)]),
        row("Ctrl+O", "open a map file", vec![once(&[Control('o')], Command::AskToOpen)]),
        row(
            "Ctrl+E / Ctrl+L",
            "save / load the settings",
            vec![once(&[Control('e')], Command::SaveSettings), once(&[Control('l')], Command::LoadSettings)],
        ),
        row(
            "F2 / F3 / F4",
            "panel / plots / results",
            vec![
                once(&[Named(N::F2)], Command::TogglePanel),
                once(&[Named(N::F3)], Command::TogglePlots),
                once(&[Named(N::F4)], Command::ToggleResults),
            ],
        ),
        row("F8", "light / dark", vec![once(&[Named(N::F8)], Command::ToggleTheme)]),
        row(
            "arrows, drag",
            "move the view",
            vec![
                held(&[Named(N::ArrowLeft)], Command::Pan(STRIDE, 0.0)),
                held(&[Named(N::ArrowRight)], Command::Pan(-STRIDE, 0.0)),
                held(&[Named(N::ArrowUp)], Command::Pan(0.0, STRIDE)),
                held(&[Named(N::ArrowDown)], Command::Pan(0.0, -STRIDE)),
            ],
        ),
        row(
            "[ / ], wheel",
            "zoom out / in",
            vec![
                held(&[Char('['), Char('{')], Command::Zoom(1.0 / ZOOM)),
                held(&[Char(']'), Char('}')], Command::Zoom(ZOOM)),
            ],
        ),
        row("0, home", "show the whole map", vec![once(&[Char('0'), Named(N::Home)], Command::Fit)]),
        row("?, h, F1", "this help", vec![once(&[Char('?'), Char('h'), Named(N::F1)], Command::ToggleHelp)]),
        row("esc", "close the help or result; deselect", vec![once(&[Named(N::Escape)], Command::Escape)]),
        row("q", "quit", vec![once(&[Char('q')], Command::Quit)]),
    ]
});

fn rows() -> impl Iterator<Item = &'static KeyRow> {
    KEYS.iter().filter_map(|part| if let Part::Row(row) = part { Some(row) } else { None })
}

/// The command of a key, and whether holding the key repeats it.
fn command_of(press: Press) -> Option<(Command, bool)> {
    let bound = rows().flat_map(|row| &row.bindings).find(|binding| binding.presses.contains(&press));
    let overlay = || OVERLAYS.iter().find(|overlay| press == Char(overlay.key));
    bound
        .map(|binding| (binding.command.clone(), binding.repeats))
        .or_else(|| overlay().map(|overlay| (Command::Toggle(overlay), false)))
}

/// The label of the first key of a command, for buttons.
pub fn key_of(command: &Command) -> Option<String> {
    if let Command::Toggle(overlay) = command {
        return Some(overlay.key.into());
    }
    let binding = rows().flat_map(|row| &row.bindings).find(|binding| binding.command == *command)?;
    binding.presses.first().map(|press| press.label())
}

/// The modifier keys that are held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub control: bool,
}

/// Returns the command of a key event, if any.
pub fn command_for(key: &Key, held: Held, repeat: bool) -> Option<Command> {
    let found = match key {
        Key::Named(named) if held.shift => command_of(ShiftNamed(*named)),
        Key::Named(named) => command_of(Named(*named)),
        Key::Character(text) => {
            let c = text.chars().next()?;
            let lower = c.to_lowercase().next().unwrap_or(c);
            match held {
                Held { control: true, shift: true } => command_of(ControlShift(lower)),
                Held { control: true, shift: false } => command_of(Control(lower)),
                Held { shift, .. } => {
                    let shifted = if shift { command_of(Shift(lower)) } else { None };
                    shifted.or_else(|| command_of(Char(c))).or_else(|| command_of(Char(lower)))
                }
            }
        }
        Key::Dead(_) | Key::Unidentified(_) => None,
    };
    found.filter(|(_, repeats)| *repeats || !repeat).map(|(command, _)| command)
}

/// A line of the key help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpLine {
    /// The keys.
    pub key: String,
    /// Their effect.
    pub what: String,
}

/// Returns the lines of the key help.
pub fn help() -> &'static [HelpLine] {
    static LINES: LazyLock<Vec<HelpLine>> = LazyLock::new(|| KEYS.iter().flat_map(help_lines).collect());
    &LINES
}

fn help_lines(part: &Part) -> Vec<HelpLine> {
    match part {
        Part::Row(row) => vec![HelpLine { key: row.keys.into(), what: row.what.into() }],
        Part::Overlays => {
            let line = |overlay: &&Overlay| HelpLine {
                key: overlay.key.into(),
                what: format!("overlay: {}", overlay.meaning),
            };
            OVERLAYS.iter().map(line).collect()
        }
    }
}

/// Returns the keys as a Markdown table, for docs/guide.md.
pub fn keys_markdown() -> String {
    let mut table = String::from("| Key | Effect |\n|---|---|\n");
    for line in help() {
        table.push_str(&format!("| `{}` | {} |\n", line.key, line.what));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::overlays;

    fn typed(text: &str, shift: bool) -> Option<Command> {
        command_for(&Key::Character(text.into()), Held { shift, control: false }, false)
    }

    #[test]
    fn letters_ignore_case_except_m() {
        assert_eq!(typed("f", false), Some(Command::Toggle(&overlays::FORCE)));
        assert_eq!(typed("F", true), Some(Command::Toggle(&overlays::FORCE)));
        assert_eq!(typed("m", false), Some(Command::NextMode));
        assert_eq!(typed("M", true), Some(Command::PreviousMode));
        // Caps lock without shift.
        assert_eq!(typed("M", false), Some(Command::NextMode));
        assert_eq!(typed("=", false), Some(Command::Faster));
        assert_eq!(typed("ß", false), None);
    }

    #[test]
    fn only_steps_and_view_changes_repeat() {
        let space = Key::Named(NamedKey::Space);
        assert_eq!(command_for(&space, Held::default(), true), None);
        assert_eq!(command_for(&Key::Character(".".into()), Held::default(), true), Some(Command::Step));
    }

    /// All bound keys with their commands, including the overlays'.
    fn bound() -> Vec<(Press, Command)> {
        let of_binding = |binding: &Binding| {
            binding.presses.iter().map(|press| (*press, binding.command.clone())).collect::<Vec<_>>()
        };
        let overlays = OVERLAYS.iter().map(|overlay| (Char(overlay.key), Command::Toggle(overlay)));
        rows().flat_map(|row| &row.bindings).flat_map(of_binding).chain(overlays).collect()
    }

    /// The key event of a press, as the desktop sends it.
    fn event(press: Press) -> (Key, Held) {
        let text = |c: char| Key::Character(c.to_string().into());
        let upper = |c: char| Key::Character(c.to_uppercase().to_string().into());
        let held = |shift, control| Held { shift, control };
        match press {
            // The desktop holds shift for characters that need it, such as the question mark.
            Char(c) => (text(c), held("+_?{}".contains(c), false)),
            Shift(c) => (upper(c), held(true, false)),
            Control(c) => (text(c), held(false, true)),
            ControlShift(c) => (upper(c), held(true, true)),
            Named(name) => (Key::Named(name), held(false, false)),
            ShiftNamed(name) => (Key::Named(name), held(true, false)),
        }
    }

    #[test]
    fn no_key_is_bound_twice_and_each_does_what_its_row_says() {
        let all = bound();
        for (k, (press, command)) in all.iter().enumerate() {
            assert!(all[..k].iter().all(|(other, _)| other != press), "{press:?} is bound twice");
            let (key, held) = event(*press);
            assert_eq!(command_for(&key, held, false).as_ref(), Some(command), "{press:?}");
        }
    }

    #[test]
    fn every_overlay_has_a_key() {
        for overlay in OVERLAYS {
            assert_eq!(typed(&overlay.key.to_string(), false), Some(Command::Toggle(overlay)));
        }
        assert_eq!(typed("L", true), Some(Command::Toggle(&overlays::LANE_FIELD)));
    }

    /// The key at the same place of a keyboard, with or without shift, which the help names instead.
    fn named_instead(press: Press) -> Press {
        match press {
            Char('=') => Char('+'),
            Char('_') => Char('-'),
            Char('{') => Char('['),
            Char('}') => Char(']'),
            Char(' ') => Named(NamedKey::Space),
            press => press,
        }
    }

    const MOUSE: [&str; 7] =
        ["click", "double click", "right click", "drag", "shift+drag", "right drag", "wheel"];

    #[test]
    fn the_help_names_every_key_and_only_bound_ones() {
        for row in rows() {
            let mut named: Vec<&str> = row.keys.split([',', '/']).map(str::trim).collect();
            if row.keys.starts_with(". / ,") {
                named = vec![".", ","];
            }
            let presses = row.bindings.iter().flat_map(|binding| binding.presses);
            let bound: Vec<String> = presses.map(|press| named_instead(*press).label()).collect();
            for label in &bound {
                assert!(named.contains(&label.as_str()), "'{}' does not name '{label}'", row.keys);
            }
            for name in named.iter().filter(|name| !MOUSE.contains(name)) {
                assert!(bound.iter().any(|label| label == name), "'{}': '{name}' is not bound", row.keys);
            }
            assert!(keys_markdown().contains(&format!("| `{}` | {} |", row.keys, row.what)), "{}", row.keys);
        }
        for overlay in OVERLAYS {
            let line = format!("| `{}` | overlay: {} |", overlay.key, overlay.meaning);
            assert!(keys_markdown().contains(&line), "{line}");
        }
    }
}
