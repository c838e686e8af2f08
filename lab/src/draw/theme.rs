//! The colours of all drawings as one value, so that a GIF's palette can contain them exactly.

use crate::text::did_you_mean;
use sidestep::steering::reasons::Tint;
use sidestep::world::{GroupColor, Layout};

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

/// The number of group colours that stay apart for colour-blind people, too.
pub const GROUPS: usize = 8;

/// The colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// The name for `--theme`.
    pub name: &'static str,
    /// What it is for, in a few words.
    pub meaning: &'static str,
    /// The background.
    pub background: Color,
    /// The ground within the map's bounds.
    pub floor: Color,
    /// Grid lines.
    pub grid: Color,
    /// Every fifth grid line, and the edge of the map.
    pub grid_strong: Color,
    /// Walls.
    pub wall: Color,
    /// Units that have no goal.
    pub standing: Color,
    /// Text.
    pub text: Color,
    /// Labels and secondary text.
    pub text_dim: Color,
    /// Text that asks for attention: "paused", messages.
    pub accent: Color,
    /// The background of text.
    pub panel: Color,
    /// The colour towards which the rims of discs are darkened.
    pub shade: Color,
    /// The ring around the selected unit.
    pub selected: Color,
    /// Overlays' red: repulsion, hits.
    pub red: Color,
    /// Overlays' blue: repulsion turned sideways.
    pub blue: Color,
    /// Overlays' yellow: the sum.
    pub yellow: Color,
    /// Overlays' green: forces, the resolved vector.
    pub green: Color,
    /// Overlays' violet: pressure.
    pub violet: Color,
    /// The colours of the first groups. They are Okabe and Ito's, moved until they stay apart from each other and from standing
    /// units for people who see no red, no green or no blue.
    pub groups: [Color; GROUPS],
}

/// Light on dark, for screens.
pub static DARK: Theme = Theme {
    name: "dark",
    meaning: "for screens",
    background: Color::hex(0x12161d),
    floor: Color::hex(0x1a2029),
    grid: Color::hex(0x222a35),
    grid_strong: Color::hex(0x2c3643),
    wall: Color::hex(0x66707f),
    standing: Color::hex(0x8d949e),
    text: Color::hex(0xe8ecf1),
    text_dim: Color::hex(0x94a0ae),
    accent: Color::hex(0xffd166),
    panel: Color::hex(0x0d1015),
    shade: Color::hex(0x0d1015),
    selected: Color::hex(0xffffff),
    red: Color::hex(0xff5a52),
    blue: Color::hex(0x5c9dff),
    yellow: Color::hex(0xffe14d),
    green: Color::hex(0x5fe07a),
    violet: Color::hex(0xc77dff),
    groups: [
        Color::hex(0x56b4e9),
        Color::hex(0xe8950c),
        Color::hex(0x0c9a6c),
        Color::hex(0xe0a5af),
        Color::hex(0xebd063),
        Color::hex(0xc2581a),
        Color::hex(0x7d88ff),
        Color::hex(0xeaf7e3),
    ],
};

/// Dark on white, for paper.
pub static LIGHT: Theme = Theme {
    name: "light",
    meaning: "for paper",
    background: Color::hex(0xffffff),
    floor: Color::hex(0xffffff),
    grid: Color::hex(0xeff1f4),
    grid_strong: Color::hex(0xd3d9e0),
    wall: Color::hex(0x6d7682),
    standing: Color::hex(0x9aa1ab),
    text: Color::hex(0x14181f),
    text_dim: Color::hex(0x59636f),
    accent: Color::hex(0x9a4f00),
    panel: Color::hex(0xfafbfc),
    shade: Color::hex(0x101418),
    selected: Color::hex(0x000000),
    red: Color::hex(0xd0251c),
    blue: Color::hex(0x1f62c8),
    yellow: Color::hex(0xb98a00),
    green: Color::hex(0x12802f),
    violet: Color::hex(0x8a2fd1),
    groups: [
        Color::hex(0x0072b2),
        Color::hex(0xe69f00),
        Color::hex(0x11a070),
        Color::hex(0xae7cc5),
        Color::hex(0xefef2f),
        Color::hex(0xc6400f),
        Color::hex(0x51a2ff),
        Color::hex(0x310619),
    ],
};

/// All themes, the default first.
pub static THEMES: &[&Theme] = &[&DARK, &LIGHT];

/// Returns the theme with this name.
///
/// # Errors
///
/// If there is none; the message has all names.
pub fn theme_named(text: &str) -> Result<&'static Theme, String> {
    THEMES.iter().find(|theme| theme.name == text).copied().ok_or_else(|| {
        let names: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
        format!("unknown theme '{text}'; {}", did_you_mean(text, &names))
    })
}

/// The number of distinct group colours: each of [`Theme::groups`] plain, deep and deeper. Further groups start again from the first.
pub const GROUP_COLORS: usize = 3 * GROUPS;

impl Theme {
    /// The colour of a group.
    pub const fn group(&self, index: u16) -> Color {
        let (color, round) = (self.groups[index as usize % GROUPS], index as usize / GROUPS % 3);
        match round {
            0 => color,
            1 => color.mix(self.floor, 60),
            _ => color.mix(self.background, 130),
        }
    }

    /// The colour of a group of a map: its own, or else that of its number.
    pub fn group_of(&self, layout: &Layout, index: u16) -> Color {
        let own = layout.colors.get(usize::from(index)).copied().flatten();
        own.map_or_else(|| self.group(index), |color| self.own(color))
    }

    /// The colour that a map gives a group. Red, blue, yellow, green and violet have a shade for this theme's ground.
    fn own(&self, color: GroupColor) -> Color {
        match color.themed {
            Some("red") => self.red,
            Some("blue") => self.blue,
            Some("yellow") => self.yellow,
            Some("green") => self.green,
            Some("violet") => self.violet,
            _ => Color::hex(color.rgb),
        }
    }

    /// The colour of a group's arrived units, faded towards the ground.
    pub const fn arrived(&self, color: Color) -> Color {
        color.mix(self.floor, 140)
    }

    /// The rim of a disc of this colour.
    pub const fn rim(&self, color: Color) -> Color {
        color.mix(self.shade, 120)
    }

    /// The colour of marks and lines of this tint.
    pub const fn tint(&self, tint: Tint) -> Color {
        match tint {
            Tint::Against => self.red,
            Tint::For => self.green,
            Tint::Predicted | Tint::Aside => self.blue,
            Tint::Chosen | Tint::Sum => self.yellow,
            Tint::Faint => self.text_dim,
            Tint::Plain => self.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What people with full, no red, no green and no blue vision see: matrices for linear RGB (Machado, Oliveira and Fernandes 2009).
    const VISION: [(&str, [[f64; 3]; 3]); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];
    /// The smallest distance of two group colours, in hundredths of Oklab's lightness range. Seven of Okabe and Ito's colours as
    /// used before have 4.6.
    const APART: f64 = 7.0;

    fn times(matrix: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|row| (0..3).map(|k| matrix[row][k] * v[k]).sum::<f64>())
    }

    /// The colour as seen, in Oklab (Ottosson 2020) times 100.
    fn seen(color: Color, vision: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [color.r, color.g, color.b].map(|v| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
        });
        let rgb = times(vision, linear).map(|v| v.clamp(0.0, 1.0));
        let cones = [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ];
        let lab = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        times(&lab, times(&cones, rgb).map(libm::cbrt)).map(|v| 100.0 * v)
    }

    #[test]
    fn groups_and_standing_units_stay_apart_for_the_colour_blind() {
        for theme in THEMES {
            let colors: Vec<Color> = theme.groups.into_iter().chain([theme.standing]).collect();
            for (name, vision) in &VISION {
                for (k, a) in colors.iter().enumerate() {
                    for b in &colors[..k] {
                        let (p, q) = (seen(*a, vision), seen(*b, vision));
                        let far = p.iter().zip(q).map(|(p, q)| (p - q) * (p - q)).sum::<f64>().sqrt();
                        assert!(
                            far >= APART,
                            "{} theme, {name}: {a:?} and {b:?} are {far:.1} apart",
                            theme.name
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn text_and_groups_are_readable_on_the_ground() {
        let lightness = |color: Color| seen(color, &VISION[0].1)[0];
        for theme in THEMES {
            for text in [theme.text, theme.text_dim, theme.accent, theme.red, theme.green, theme.blue] {
                let far = (lightness(text) - lightness(theme.panel)).abs();
                assert!(far > 35.0, "{}: {text:?} on the panel: {far:.0}", theme.name);
            }
        }
    }

    #[test]
    fn a_group_has_the_colour_of_its_map_or_name_in_the_shade_of_the_theme() {
        let group = |name: &str, color: &str, x: i32| {
            format!(
                "[[group]]\nname = \"{name}\"\n{color}\nunits = [{{ position = [{x}, 0] }}]\ngoal = {{ roam = true }}\n"
            )
        };
        let groups =
            [("Red", ""), ("west", "color = 'SteelBlue'"), ("blue", "color = '#010203'"), ("east", "")];
        let groups = groups.into_iter().zip((0..).step_by(3)).map(|((name, color), x)| group(name, color, x));
        let head = "sidestep = 1\nbounds = [[-5, -5], [15, 5]]\ntime_limit = 9\n";
        let scene =
            crate::scene::Scene::from_toml("a.toml", &(head.to_string() + &groups.collect::<String>()));
        let layout = scene.and_then(|scene| scene.layout(&Default::default())).unwrap();
        for theme in THEMES {
            let colors = [theme.red, Color::hex(0x4682b4), Color::hex(0x010203), theme.group(3)];
            assert_eq!([0, 1, 2, 3].map(|index| theme.group_of(&layout, index)), colors, "{}", theme.name);
        }
    }

    #[test]
    fn an_unknown_theme_gets_the_names() {
        assert_eq!(theme_named("light"), Ok(&LIGHT));
        assert!(theme_named("lihgt").unwrap_err().contains("'light'"));
    }
}
