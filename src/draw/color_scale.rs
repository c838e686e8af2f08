//! How a grid's values become colours.

use super::theme::Color;

/// Colours and opacities for the values between a grid's smallest and its largest one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColorScale {
    /// The colour of the smallest value.
    pub low: Color,
    /// The colour of the largest value.
    pub high: Color,
    /// How opaque a value is.
    pub opacity: Opacity,
}

/// How opaque a value between a grid's smallest and its largest one is, 0 to 255. The roots make what is far below the extreme show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Opacity {
    /// From one opacity at the smallest value to another one at the largest.
    Linear(f32, f32),
    /// Grows with the root of the value's share of the range, up to this.
    RootOfRange(f32),
    /// Grows with the root of the value's share of the largest one, up to this; 0 is transparent.
    RootOfHigh(f32),
    /// Grows with the root of the value's share of the smallest one, which is negative, up to this; 0 is transparent.
    RootOfLow(f32),
}

impl ColorScale {
    /// The colour of `value` in a grid whose values are in `(low, high)`.
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
