//! Colours for the values of a grid.

use super::theme::Color;

/// Colours and opacities for the values of a grid, from the smallest to the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColorScale {
    /// The colour of the smallest value.
    pub low: Color,
    /// The colour of the largest value.
    pub high: Color,
    /// The opacity of values.
    pub opacity: Opacity,
}

/// The opacity of a value, 0 to 255. Square roots make values far below the extreme visible.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Opacity {
    /// From one opacity at the smallest value to another at the largest.
    Linear(f32, f32),
    /// The square root of the value's share of the range, times this.
    RootOfRange(f32),
    /// The square root of the value's share of the largest value, times this; 0 is transparent.
    RootOfHigh(f32),
    /// The square root of the value's share of the smallest value, which is negative, times this; 0 is transparent.
    RootOfLow(f32),
}

impl ColorScale {
    /// The colour of `value` in a grid with values from `low` to `high`.
    pub fn color(&self, value: f32, (low, high): (f32, f32)) -> Color {
        let share = (value - low) / (high - low);
        let root = |most: f32, share: f32| most * share.max(0.0).sqrt();
        let opacity = match self.opacity {
            Opacity::Linear(from, to) => from + (to - from) * share,
            Opacity::RootOfRange(most) => root(most, share),
            Opacity::RootOfHigh(most) => root(most, value / high),
            Opacity::RootOfLow(most) => root(most, value / low),
        };
        self.low.mix(self.high, (share * 256.0) as u32).alpha(opacity as u8)
    }
}
