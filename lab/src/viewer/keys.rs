//! The table of keys, for the window, its help and docs/guide.md. The overlays' keys are in the overlays' table.

use super::command::Command;
use super::play::Play;
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
    /// Whether the keys work only while units are selected. They then come before those that always work.
    needs_selection: bool,
}

/// A section of the table.
enum Part {
    Row(KeyRow),
    /// One row per overlay.
    Overlays,
}

fn row(keys: &'static str, what: &'static str, bindings: Vec<Binding>) -> Part {
    Part::Row(KeyRow { keys, what, bindings, needs_selection: false })
}

/// A row whose keys work only while units are selected.
fn selected_row(keys: &'static str, what: &'static str, bindings: Vec<Binding>) -> Part {
    Part::Row(KeyRow { keys, what, bindings, needs_selection: true })
}

/// The keys 1 to 9.
const DIGITS: [[Press; 1]; 9] = {
    let digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    let mut presses = [[Press::Char('1')]; 9];
    let mut k = 0;
    while k < presses.len() {
        presses[k] = [Press::Char(digits[k])];
        k += 1;
    }
    presses
};
/// The same with control held.
const CONTROL_DIGITS: [[Press; 1]; 9] = {
    let mut presses = DIGITS;
    let mut k = 0;
    while k < presses.len() {
        if let [Press::Char(digit)] = presses[k] {
            presses[k] = [Press::Control(digit)];
        }
        k += 1;
    }
    presses
};

/// A binding for each digit from 1.
fn digits(presses: &'static [[Press; 1]; 9], play: fn(usize) -> Play) -> Vec<Binding> {
    presses.iter().zip(1..).map(|(press, number)| once(press, Command::Play(play(number)))).collect()
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
        row("click", "select a unit and show its reasons; open or shut a door", Vec::new()),
        row("drag, shift+drag", "select the units in a box / add them", Vec::new()),
        row("shift+click", "add a unit to the selection, or take it out", Vec::new()),
        row("double click", "select all visible units of the same group", Vec::new()),
        row("Ctrl+1…9", "keep the selection under a number", digits(&CONTROL_DIGITS, Play::Store)),
        row("1…9", "select the units that are kept under it", digits(&DIGITS, Play::Recall)),
        row("right click", "send the selected units there", Vec::new()),
        row("right drag", "send them into rows along the line, facing to its left", Vec::new()),
        row("shift+right click", "send them there after their present orders", Vec::new()),
        selected_row(
            "s / h",
            "with units selected: stop / hold their places",
            vec![
                once(&[Char('s')], Command::Play(Play::Stop)),
                once(&[Char('h')], Command::Play(Play::Hold)),
            ],
        ),
        selected_row(
            "p, click",
            "with units selected: patrol between here and the click",
            vec![once(&[Char('p')], Command::Play(Play::AskPatrol))],
        ),
        selected_row(
            "delete",
            "remove the selected units",
            vec![once(&[Named(N::Delete)], Command::Play(Play::Remove))],
        ),
        row("F10", "tools: units, walls, doors", vec![once(&[Named(N::F10)], Command::TogglePlayTools)]),
        row(
            "F11 / shift+F11",
            "while looking back: continue from there, without what came later / beside what was",
            vec![
                once(&[Named(N::F11)], Command::Play(Play::ContinueFromHere)),
                once(&[ShiftNamed(N::F11)], Command::Play(Play::WhatIf)),
            ],
        ),
        row(
            "c / C",
            "save the last 30 s, with the selected unit marked / the run so far as a recording",
            vec![once(&[Char('c')], Command::SaveMoment), once(&[Shift('c')], Command::SaveRun)],
        ),
        row(
            "s / F9",
            "save a picture / record an animation, until pressed again",
            vec![once(&[Char('s')], Command::SavePicture), once(&[Named(N::F9)], Command::ToggleRecording)],
        ),
        row(
            "F7",
            "change the start: place units and walls / end placing",
            vec![once(&[Named(N::F7)], Command::TogglePlacing)],
        ),
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
            "arrows, middle drag, ctrl+drag",
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
fn command_of(press: Press, has_selection: bool) -> Option<(Command, bool)> {
    let first = rows().filter(|row| has_selection && row.needs_selection);
    let bound = first.chain(rows().filter(|row| !row.needs_selection));
    let bound = bound.flat_map(|row| &row.bindings).find(|binding| binding.presses.contains(&press));
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

/// Returns the command of a key event, if any. Some keys have another one while units are selected.
pub fn command_for(key: &Key, held: Held, repeat: bool, has_selection: bool) -> Option<Command> {
    let command_of = |press| command_of(press, has_selection);
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

/// Returns the keys as a Markdown table, for docs/guide.md, without the overlays, which have a table of their own there.
pub fn keys_markdown() -> String {
    let mut table = String::from("| Key | Effect |\n|---|---|\n");
    for row in rows() {
        table.push_str(&format!("| `{}` | {} |\n", row.keys, row.what));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::overlays;

    fn typed(text: &str, shift: bool) -> Option<Command> {
        command_for(&Key::Character(text.into()), Held { shift, control: false }, false, false)
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
        assert_eq!(command_for(&space, Held::default(), true, false), None);
        assert_eq!(
            command_for(&Key::Character(".".into()), Held::default(), true, false),
            Some(Command::Step)
        );
    }

    /// All keys that are bound with or without a selection, with their commands, including the overlays'.
    fn bound(has_selection: bool) -> Vec<(Press, Command)> {
        let of_binding = |binding: &Binding| {
            binding.presses.iter().map(|press| (*press, binding.command.clone())).collect::<Vec<_>>()
        };
        let overlays = OVERLAYS.iter().map(|overlay| (Char(overlay.key), Command::Toggle(overlay)));
        let own: Vec<_> = rows()
            .filter(|row| row.needs_selection == has_selection)
            .flat_map(|row| &row.bindings)
            .flat_map(of_binding)
            .collect();
        if has_selection { own } else { own.into_iter().chain(overlays).collect() }
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
        for has_selection in [false, true] {
            let all = bound(has_selection);
            for (k, (press, command)) in all.iter().enumerate() {
                assert!(all[..k].iter().all(|(other, _)| other != press), "{press:?} is bound twice");
                let (key, held) = event(*press);
                assert_eq!(
                    command_for(&key, held, false, has_selection).as_ref(),
                    Some(command),
                    "{press:?}"
                );
            }
        }
        let unchanged = |press| !bound(true).iter().any(|(other, _)| *other == press);
        for (press, command) in bound(false).into_iter().filter(|(press, _)| unchanged(*press)) {
            let (key, held) = event(press);
            assert_eq!(command_for(&key, held, false, true), Some(command), "{press:?} with a selection");
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

    #[test]
    fn the_help_names_every_key_and_only_bound_ones() {
        for row in rows() {
            let mut named: Vec<&str> = row.keys.split([',', '/']).map(str::trim).collect();
            if row.keys.starts_with(". / ,") {
                named = vec![".", ","];
            }
            if let Some(held) = row.keys.strip_suffix("1…9") {
                let digits = row.bindings.iter().zip(1..).map(|(_, digit)| format!("{held}{digit}"));
                let bound =
                    row.bindings.iter().flat_map(|binding| binding.presses).map(|press| press.label());
                assert!(digits.eq(bound), "{}", row.keys);
                continue;
            }
            let presses = row.bindings.iter().flat_map(|binding| binding.presses);
            let bound: Vec<String> = presses.map(|press| named_instead(*press).label()).collect();
            for label in &bound {
                assert!(named.contains(&label.as_str()), "'{}' does not name '{label}'", row.keys);
            }
            let is_mouse = |name: &str| ["click", "drag", "wheel"].iter().any(|part| name.ends_with(part));
            for name in named.iter().filter(|name| !is_mouse(name)) {
                assert!(bound.iter().any(|label| label == name), "'{}': '{name}' is not bound", row.keys);
            }
            assert!(keys_markdown().contains(&format!("| `{}` | {} |", row.keys, row.what)), "{}", row.keys);
        }
        for overlay in OVERLAYS {
            let line = (overlay.key.to_string(), format!("overlay: {}", overlay.meaning));
            assert!(help().iter().any(|shown| (&shown.key, &shown.what) == (&line.0, &line.1)), "{line:?}");
        }
    }
}
