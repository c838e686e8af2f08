//! The colours of all drawings, so that a GIF's palette can contain them exactly.

use crate::steering::reasons::Tint;

/// A colour with opacity, 0 to 255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Color {
    /// An opaque colour from `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Color {
        Color { r: (rgb >> 16) as u8, g: (rgb >> 8) as u8, b: rgb as u8, a: 255 }
    }

    /// The same colour with opacity `a`.
    pub const fn alpha(self, a: u8) -> Color {
        Color { a, ..self }
    }

    /// The opaque mix of `self` and `other`; `share` (0 to 256) is the share of `other`.
    pub const fn mix(self, other: Color, share: u32) -> Color {
        const fn channel(a: u8, b: u8, share: u32) -> u8 {
            ((a as u32 * (256 - share) + b as u32 * share + 128) / 256) as u8
        }
        Color {
            r: channel(self.r, other.r, share),
            g: channel(self.g, other.g, share),
            b: channel(self.b, other.b, share),
            a: 255,
        }
    }
}

/// The background.
pub const BACKGROUND: Color = Color::hex(0x12161d);
/// The ground within the map's bounds.
pub const FLOOR: Color = Color::hex(0x1a2029);
/// Grid lines.
pub const GRID: Color = Color::hex(0x222a35);
/// Every fifth grid line, and the edge of the map.
pub const GRID_STRONG: Color = Color::hex(0x2c3643);
/// Walls.
pub const WALL: Color = Color::hex(0x66707f);
/// Units that have no goal.
pub const STANDING: Color = Color::hex(0x8d949e);
/// Text.
pub const TEXT: Color = Color::hex(0xe8ecf1);
/// Labels and secondary text.
pub const TEXT_DIM: Color = Color::hex(0x94a0ae);
/// Text that asks for attention: "paused", messages.
pub const ACCENT: Color = Color::hex(0xffd166);
/// The background of text.
pub const PANEL: Color = Color::hex(0x0d1015);
/// The ring around the selected unit.
pub const SELECTED: Color = Color::hex(0xffffff);

/// Overlays' red: repulsion, hits.
pub const RED: Color = Color::hex(0xff5a52);
/// Overlays' blue: repulsion turned sideways.
pub const BLUE: Color = Color::hex(0x5c9dff);
/// Overlays' yellow: the sum.
pub const YELLOW: Color = Color::hex(0xffe14d);
/// Overlays' green: forces, the resolved vector.
pub const GREEN: Color = Color::hex(0x5fe07a);
/// Overlays' violet: pressure.
pub const VIOLET: Color = Color::hex(0xc77dff);

/// The colours of the first groups: Okabe and Ito's colour-blind safe palette, lightened for a dark background.
pub const GROUPS: [Color; 7] = [
    Color::hex(0x56b4e9),
    Color::hex(0xe8950c),
    Color::hex(0x1fb58a),
    Color::hex(0xd88bb6),
    Color::hex(0xe5d94a),
    Color::hex(0xe0662e),
    Color::hex(0x8f9bff),
];

/// The number of distinct group colours: each of [`GROUPS`] plain, pale and deep. Further groups start again from the first.
pub const GROUP_COLORS: usize = 3 * GROUPS.len();

/// The colour of a group.
pub const fn group(index: u16) -> Color {
    let (color, round) = (GROUPS[index as usize % GROUPS.len()], index as usize / GROUPS.len() % 3);
    match round {
        0 => color,
        1 => color.mix(SELECTED, 140),
        _ => color.mix(BACKGROUND, 90),
    }
}

/// The colour of a group's arrived units, faded towards the ground.
pub const fn arrived(color: Color) -> Color {
    color.mix(FLOOR, 140)
}

/// The rim of a disc of this colour.
pub const fn rim(color: Color) -> Color {
    color.mix(PANEL, 120)
}

/// The colour of marks and lines of this tint.
pub const fn tint(tint: Tint) -> Color {
    match tint {
        Tint::Against => RED,
        Tint::For => GREEN,
        Tint::Predicted | Tint::Aside => BLUE,
        Tint::Chosen | Tint::Sum => YELLOW,
        Tint::Faint => TEXT_DIM,
        Tint::Plain => TEXT,
    }
}
