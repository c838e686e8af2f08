//! The statistics over runs, checked against SciPy. `benches/figures.py statistics-golden` writes the reference values.

use serde::Deserialize;
use sidestep_lab::measure::statistics::{self, Interval};

#[derive(Deserialize)]
struct Golden {
    scipy: String,
    samples: Vec<Sample>,
    pairs: Vec<Pair>,
    holm: Vec<Holm>,
    fits: Vec<Line>,
    t: Vec<Quantile>,
}

#[derive(Deserialize)]
struct Sample {
    name: String,
    values: Vec<f64>,
    t: [f64; 3],
    skewness: f64,
    bootstrap: Option<[f64; 2]>,
}

#[derive(Deserialize)]
struct Pair {
    name: String,
    values: Vec<f64>,
    baseline: Vec<f64>,
    difference: [f64; 3],
    p: f64,
    effect: f64,
}

#[derive(Deserialize)]
struct Holm {
    p: Vec<f64>,
    adjusted: Vec<f64>,
}

#[derive(Deserialize)]
struct Line {
    name: String,
    x: Vec<f64>,
    y: Vec<f64>,
    exponent: [f64; 3],
    intercept: f64,
    r2: f64,
}

#[derive(Deserialize)]
struct Quantile {
    freedom: usize,
    t: f64,
}

fn golden() -> Golden {
    let golden: Golden = serde_json::from_str(include_str!("../golden/statistics.json")).unwrap();
    assert!(!golden.scipy.is_empty());
    golden
}

#[track_caller]
fn near(name: &str, got: f64, want: f64, tolerance: f64) {
    assert!((got - want).abs() <= tolerance, "{name}: {got} instead of {want} ± {tolerance}");
}

/// Checks agreement to 10⁻⁷ of the interval's width, plus the rounding of the values.
#[track_caller]
fn same(name: &str, got: Interval, [mean, low, high]: [f64; 3]) {
    let tolerance = 1e-7 * (high - low) + 1e-14 * mean.abs();
    near(name, got.mean, mean, tolerance);
    near(name, got.low, low, tolerance);
    near(name, got.high, high, tolerance);
}

#[test]
fn t_intervals_and_skewness_are_scipys() {
    for Sample { name, values, t, skewness, .. } in golden().samples {
        same(&name, statistics::t_interval(&values).unwrap(), t);
        near(&name, statistics::skewness(&values).unwrap(), skewness, 1e-6);
    }
}

#[test]
fn bootstrap_intervals_are_scipys_to_the_noise_of_resampling() {
    for Sample { name, values, bootstrap, .. } in golden().samples {
        let got = statistics::bootstrap_interval(&values).unwrap();
        // If all values are equal, SciPy has no interval and ours has zero width.
        let [low, high] = bootstrap.unwrap_or([values[0]; 2]);
        let tolerance = 0.03 * (high - low);
        near(&name, got.low, low, tolerance);
        near(&name, got.high, high, tolerance);
    }
}

#[test]
fn students_t_holds_from_1_to_a_million_degrees_of_freedom() {
    for Quantile { freedom, t } in golden().t {
        // Alternating zeros and ones have a known scatter.
        let values: Vec<f64> = (0..=freedom).map(|k| (k % 2) as f64).collect();
        let n = values.len() as f64;
        let share = (values.len() / 2) as f64 / n;
        let error = (share * (1.0 - share) / (n - 1.0)).sqrt();
        let Interval { low, high, .. } = statistics::t_interval(&values).unwrap();
        near(&format!("t, {freedom}"), (high - low) / (2.0 * error), t, 1e-8 * t);
        // A mean exactly at the end of the interval has a p of 5 %.
        let moved: Vec<f64> = values.iter().map(|v| v - share + t * error).collect();
        let p = statistics::paired(&moved, &vec![0.0; moved.len()]).unwrap().p;
        near(&format!("p, {freedom}"), p, 0.05, 1e-7);
    }
}

#[test]
fn paired_differences_are_scipys() {
    for Pair { name, values, baseline, difference, p, effect } in golden().pairs {
        let got = statistics::paired(&values, &baseline).unwrap();
        assert_eq!(got.n, values.len(), "{name}");
        same(&name, got.difference, difference);
        near(&format!("p of {name}"), got.p, p, 1e-7 * p);
        near(&format!("effect of {name}"), got.effect, effect, 1e-7 * effect.abs());
    }
}

#[test]
fn holms_correction_is_the_one_written_out() {
    for Holm { p, adjusted } in golden().holm {
        let got = statistics::holm(&p);
        assert_eq!(got.len(), adjusted.len());
        got.into_iter().zip(adjusted).for_each(|(got, want)| near("holm", got, want, 1e-14));
    }
}

#[test]
fn slopes_are_those_of_scipys_linregress() {
    for Line { name, x, y, exponent, intercept, r2 } in golden().fits {
        let got = statistics::slope(&x, &y).unwrap();
        same(&name, got.exponent, exponent);
        near(&name, got.intercept, intercept, 1e-9);
        near(&name, got.r2, r2, 1e-9);
    }
}
