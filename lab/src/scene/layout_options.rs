//! What a layout takes in place of the map's own values.

/// Options that replace values of the map.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LayoutOptions {
    /// The total number of units.
    pub units: Option<usize>,
    /// The seed.
    pub seed: Option<u64>,
    /// The largest jitter of a start in x and in y, m: 0 to 100. Unlike the map's, it also moves units listed one by one.
    /// Units that stand keep the map's jitter.
    pub jitter: Option<f32>,
    /// Whether the seed also moves each group by -1, 0 or 1 steps of 2.5 mean radii in x and in y, but not its goals. With g groups, 9^g
    /// seeds in turn are all ways to do so. Units that stand are not moved.
    pub shift: bool,
}
