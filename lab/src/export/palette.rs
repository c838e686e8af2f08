//! The 256 colours of a GIF: every colour of the theme exactly, and the shades that antialiased edges create between
//! adjacent colours.

use crate::draw::theme::{self, Color, Theme};

/// Bits per channel in the table from colour to index.
const BITS: u32 = 6;

/// The colours, and the nearest one to every other colour.
#[derive(Debug, Clone)]
pub struct Palette {
    colors: Vec<Color>,
    /// The colour listed for unchanged pixels, which is never seen.
    unchanged: Color,
    /// The colour's index, by the upper bits of red, green and blue.
    nearest: Vec<u8>,
}

impl Palette {
    /// Returns the palette of a theme for this number of groups.
    pub fn of_theme(theme: &Theme, groups: usize) -> Palette {
        Palette::of_groups(theme, (0..groups.max(1)).map(|group| theme.group(group as u16)))
    }

    /// Returns the palette of a theme for groups of these colours.
    pub fn of_groups(theme: &Theme, groups: impl Iterator<Item = Color>) -> Palette {
        let mut palette = Palette { colors: Vec::new(), nearest: Vec::new(), unchanged: theme.background };
        let ground = [theme.floor, theme.background, theme.panel, theme.grid, theme.grid_strong];
        let marks = [theme.wall, theme.standing, theme.text, theme.text_dim, theme.accent, theme.selected];
        let overlays = [theme.red, theme.blue, theme.yellow, theme.green, theme.violet];
        let groups: Vec<Color> = groups.take(theme::GROUP_COLORS).collect();
        ground.iter().chain(&marks).chain(&overlays).chain(&groups).for_each(|c| palette.add(*c));
        for color in groups.iter().copied().chain([theme.standing]) {
            palette.add(theme.rim(color));
            palette.add(theme.arrived(color));
            palette.add(theme.rim(theme.arrived(color)));
        }
        palette.add(theme.panel.mix(theme.background, 100));
        // Shades, the most important ones first, until the palette is full.
        for share in [128, 64, 192, 32, 96, 160, 224] {
            for color in groups.iter().copied().chain([theme.standing, theme.wall]) {
                palette.add(color.mix(theme.floor, share));
                palette.add(color.mix(theme.rim(color), share));
                palette.add(theme.rim(color).mix(theme.floor, share));
            }
            for color in [theme.text, theme.text_dim, theme.accent] {
                palette.add(color.mix(theme.panel, share));
            }
            for color in overlays {
                palette.add(color.mix(theme.floor, share));
            }
        }
        palette.index();
        palette
    }

    /// Adds a colour, unless the palette is full or contains an indistinguishable one.
    fn add(&mut self, color: Color) {
        // The last index stays free for unchanged pixels.
        if self.colors.len() < 255 && !self.colors.iter().any(|c| cell(*c) == cell(color)) {
            self.colors.push(color);
        }
    }

    fn index(&mut self) {
        let step = 8 - BITS;
        let middle = 1 << (step - 1);
        self.nearest = (0..1u32 << (3 * BITS))
            .map(|cell| {
                let channel = |k: u32| (((cell >> (k * BITS)) & ((1 << BITS) - 1)) << step | middle) as i32;
                self.search([channel(2), channel(1), channel(0)])
            })
            .collect();
        // A cell that contains a colour of the palette maps to exactly this colour.
        for (index, color) in self.colors.iter().enumerate() {
            self.nearest[cell(*color)] = index as u8;
        }
    }

    fn search(&self, [r, g, b]: [i32; 3]) -> u8 {
        let distance = |c: &Color| {
            let (dr, dg, db) = (r - i32::from(c.r), g - i32::from(c.g), b - i32::from(c.b));
            // Weighted because the eye is most sensitive to green and least to blue.
            3 * dr * dr + 6 * dg * dg + db * db
        };
        let best = self.colors.iter().enumerate().min_by_key(|(_, c)| distance(c));
        best.map_or(0, |(index, _)| index as u8)
    }

    /// Returns the index of the colour nearest to an RGBA pixel.
    pub fn index_of(&self, pixel: &[u8]) -> u8 {
        self.nearest[cell(Color { r: pixel[0], g: pixel[1], b: pixel[2], a: 255 })]
    }

    /// Returns the index of unchanged pixels.
    pub fn unchanged(&self) -> u8 {
        self.colors.len() as u8
    }

    /// Returns red, green and blue of each colour, then of the index of unchanged pixels.
    pub fn bytes(&self) -> Vec<u8> {
        self.colors.iter().chain([&self.unchanged]).flat_map(|c| [c.r, c.g, c.b]).collect()
    }
}

/// Returns a colour's index in the table, made of its upper bits.
fn cell(c: Color) -> usize {
    let upper = |v: u8| usize::from(v >> (8 - BITS));
    (upper(c.r) << (2 * BITS)) | (upper(c.g) << BITS) | upper(c.b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_themes_colours_are_exact() {
        let palette = Palette::of_theme(&theme::DARK, theme::GROUPS);
        let bytes = palette.bytes();
        assert_eq!(bytes.len(), (usize::from(palette.unchanged()) + 1) * 3);
        let rest = [
            theme::DARK.floor,
            theme::DARK.background,
            theme::DARK.wall,
            theme::DARK.text,
            theme::DARK.red,
            theme::DARK.green,
        ];
        for color in theme::DARK
            .groups
            .into_iter()
            .chain(rest)
            .chain(theme::DARK.groups.map(|c| theme::DARK.arrived(c)))
        {
            let index = usize::from(palette.index_of(&[color.r, color.g, color.b, 255]));
            assert_eq!(bytes[index * 3..index * 3 + 3], [color.r, color.g, color.b], "{color:?}");
        }
    }

    /// Compares the middles of the colours' cells, with red, green and blue weighted 3 to 6 to 1.
    #[test]
    fn other_colours_become_the_nearest() {
        let palette = Palette::of_theme(&theme::DARK, theme::GROUPS);
        let middle = |level: u8| i32::from(level >> (8 - BITS) << (8 - BITS) | 1 << (7 - BITS));
        let distance = |[r, g, b]: [u8; 3], c: &Color| {
            let [dr, dg, db] = [(r, c.r), (g, c.g), (b, c.b)].map(|(v, c)| middle(v) - i32::from(c));
            3 * dr * dr + 6 * dg * dg + db * db
        };
        let levels = (0..=255).step_by(15);
        let mut others = 0;
        for rgb in levels.clone().flat_map(|r| levels.clone().map(move |g| [r, g, 255 - r / 2])) {
            let [r, g, b] = rgb;
            if palette.colors.iter().any(|c| cell(*c) == cell(Color { r, g, b, a: 255 })) {
                continue;
            }
            let found = &palette.colors[usize::from(palette.index_of(&[r, g, b, 255]))];
            let nearest = palette.colors.iter().map(|c| distance(rgb, c)).min();
            assert_eq!(Some(distance(rgb, found)), nearest, "{rgb:?} became {found:?}");
            others += 1;
        }
        assert!(others > 200, "{others}");
    }
}
