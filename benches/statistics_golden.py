#!/usr/bin/env python3
"""Computes the statistics of lab/src/measure/statistics with SciPy. Writes lab/tests/golden/statistics.json for lab/tests/study/statistics.rs.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1
    venv/bin/python benches/statistics_golden.py            # the golden values
    venv/bin/python benches/statistics_golden.py coverage   # the reliability figures in docs/statistics.md

The data are drawn from fixed seeds and stored with six digits, so the test needs neither NumPy's generator nor SciPy. SciPy lacks Holm's
correction, which is implemented here.
"""

import json
import sys
import warnings

import numpy as np
import scipy
from scipy import stats

FILE = "lab/tests/golden/statistics.json"
LARGEST_EFFECT = 100.0


def drawn(seed, draw):
    return [round(float(v), 6) for v in draw(np.random.default_rng(seed))]


SAMPLES = {
    "normal, 8": drawn(1, lambda r: r.normal(1.3, 0.05, 8)),
    "normal, 30": drawn(2, lambda r: r.normal(-4.0, 2.0, 30)),
    "log-normal, 12: skewed": drawn(3, lambda r: r.lognormal(0.0, 1.2, 12)),
    "exponential, 40: skewed": drawn(4, lambda r: r.exponential(3.0, 40)),
    "one far out of 10, to the left": [-50.0, 1.0, 2.0, 1.5, 2.5, 1.0, 0.5, 2.0, 3.0, 1.5],
    "two": [1.25, 1.5],
    "three": [0.5, 4.0, 1.0],
    "ties": [0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 1.0, 0.0, 3.0, 0.0, 1.0, 0.0],
    "all equal": [1.25] * 8,
    "large n": drawn(5, lambda r: r.gamma(2.0, 1.5, 2000)),
    "far from 0": drawn(6, lambda r: 1e6 + r.normal(0.0, 0.01, 20)),
    "tiny values": [float(f"{v:.6e}") for v in np.random.default_rng(7).normal(3e-7, 1e-7, 9)],
}

CALM = drawn(11, lambda r: r.normal(1.25, 0.03, 8))
PAIRS = {
    "no difference, 8": (drawn(12, lambda r: r.normal(1.25, 0.03, 8)), CALM),
    "a small difference, 8": (drawn(13, lambda r: np.array(CALM) + r.normal(0.01, 0.01, 8)), CALM),
    "a large difference, 8": (drawn(14, lambda r: np.array(CALM) - r.normal(0.4, 0.05, 8)), CALM),
    "nearly equal": ([v + d * 1e-6 for v, d in zip(CALM, [3, 1, 2, 4, 2, 3, 1, 2])], CALM),
    "differences nearly without scatter": ([v + 0.5 + d * 1e-6 for v, d in zip(CALM, [1, -1, 2, 0, -2, 1, 0, -1])], CALM),
    "two": ([1.0, 2.0], [1.5, 3.0]),
    "ties": ([0.0, 1.0, 0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0]),
    "skewed, 25": (drawn(15, lambda r: r.lognormal(0, 1, 25)), drawn(16, lambda r: r.lognormal(0.8, 1, 25))),
    "large n": (drawn(17, lambda r: r.normal(0.03, 1, 2000)), drawn(18, lambda r: r.normal(0, 1, 2000))),
    "a very small p": (drawn(19, lambda r: r.normal(2, 1, 400)), drawn(20, lambda r: r.normal(0, 1, 400))),
}

HOLM = [
    [0.01, 0.04, 0.03, 0.005],
    [0.2],
    [0.04, 0.04, 0.04, 0.5, 0.5],
    [1e-12, 0.9, 0.049, 0.0, 0.011, 0.3, 1.0, 0.0101],
    drawn(21, lambda r: r.uniform(0, 0.1, 66)),
]

SIZES = [100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0]
FITS = {
    "linear, with noise": (SIZES, drawn(31, lambda r: 0.4 * np.array(SIZES) * r.lognormal(0, 0.1, 8))),
    "quadratic, with noise": (SIZES, drawn(32, lambda r: 1e-3 * np.array(SIZES) ** 2 * r.lognormal(0, 0.2, 8))),
    "n log n": (SIZES, drawn(33, lambda r: 0.01 * np.array(SIZES) * np.log(SIZES))),
    "a fixed cost at small sizes": (SIZES, drawn(34, lambda r: 300 + 0.5 * np.array(SIZES))),
    "nearly constant": (SIZES, drawn(35, lambda r: r.normal(1.3, 0.02, 8))),
    "falling, below 1": (SIZES, drawn(36, lambda r: np.array(SIZES) ** -0.5 * r.lognormal(0, 0.05, 8))),
    "three points": ([100.0, 1000.0, 10000.0], [2.0, 25.0, 190.0]),
    "the same size many times": ([100.0] * 5 + [1000.0] * 5, drawn(37, lambda r: r.lognormal(1, 0.3, 10))),
}

# Degrees of freedom, from few to very many, for the 97.5 % quantile of Student's t.
FREEDOM = [1, 2, 3, 5, 7, 10, 19, 31, 63, 99, 500, 1000, 9999, 100_000, 1_000_000]


def sample(name, values):
    n, mean = len(values), float(np.mean(values))
    low, high = (mean, mean) if np.ptp(values) == 0 else stats.t.interval(0.95, n - 1, mean, stats.sem(values))
    skewness = 0.0 if np.ptp(values) == 0 else stats.skew(values, bias=True)
    return {"name": name, "values": values, "t": [mean, low, high], "skewness": skewness, "bootstrap": bootstrap(values)}


def bootstrap(values):
    """Returns the BCa interval from ten times as many resamples as ours, so that the noise of the comparison is ours alone; null if SciPy
    has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap((values,), np.mean, n_resamples=100_000, batch=1000, method="BCa", rng=np.random.default_rng(99))
    low, high = found.confidence_interval
    return None if np.isnan(low) else [low, high]


def pair(name, values, baseline):
    test = stats.ttest_rel(values, baseline)
    low, high = test.confidence_interval(0.95)
    difference = np.subtract(values, baseline)
    effect = float(np.clip(difference.mean() / difference.std(ddof=1), -LARGEST_EFFECT, LARGEST_EFFECT))
    return {"name": name, "values": values, "baseline": baseline, "difference": [difference.mean(), low, high],
            "p": test.pvalue, "effect": effect}


def holm(p):
    adjusted, largest = [0.0] * len(p), 0.0
    for smaller, k in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        largest = max(largest, min(1.0, (len(p) - smaller) * p[k]))
        adjusted[k] = largest
    return {"p": p, "adjusted": adjusted}


def fit(name, x, y):
    line = stats.linregress(np.log(x), np.log(y))
    half = stats.t.ppf(0.975, len(x) - 2) * line.stderr
    return {"name": name, "x": x, "y": y, "exponent": [line.slope, line.slope - half, line.slope + half],
            "intercept": line.intercept, "r2": line.rvalue ** 2}


def false_differences(trials=20_000, n=16):
    """Prints how often a paired t-test at 5 % over n seeds finds a difference in the mean although there is none."""
    rng = np.random.default_rng(1)
    tail = lambda: rng.lognormal(0, 1, (trials, n))
    for name, differences in {"both log-normal": tail() - tail(), "one log-normal": tail() - np.exp(0.5)}.items():
        print(f"{name}: {100 * (stats.ttest_1samp(differences, 0, axis=1).pvalue < 0.05).mean():.0f} %")


def power(n=8, effect=1.0):
    """Prints how often a difference of `effect` standard deviations is found over n seeds: alone, and as the first of 66 pairs."""
    for pairs in [1, 66]:
        t = stats.t.ppf(1 - 0.025 / pairs, n - 1)
        found = stats.nct.sf(t, n - 1, effect * np.sqrt(n)) + stats.nct.cdf(-t, n - 1, effect * np.sqrt(n))
        print(f"{pairs} pairs: {100 * found:.0f} %")


def plain(value):
    return value.item() if isinstance(value, np.generic) else value


def write():
    golden = {
        "scipy": scipy.__version__,
        "samples": [sample(name, values) for name, values in SAMPLES.items()],
        "pairs": [pair(name, *pairs) for name, pairs in PAIRS.items()],
        "holm": [holm(p) for p in HOLM],
        "fits": [fit(name, *points) for name, points in FITS.items()],
        "t": [{"freedom": f, "t": stats.t.ppf(0.975, f)} for f in FREEDOM],
    }
    # One case per line, so that a diff shows which case has changed.
    parts = [f'"scipy": {json.dumps(golden.pop("scipy"))}']
    for key, cases in golden.items():
        lines = ",\n".join(json.dumps(case, default=plain) for case in cases)
        parts.append(f'"{key}": [\n{lines}\n]')
    with open(FILE, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(parts) + "\n}\n")


def coverage(trials=4000, resamples=2000):
    """Prints how often a 95 % interval contains the true mean: Student's t, BCa, and the one chosen by skewness."""
    rng = np.random.default_rng(5)
    sources = {
        "normal": (lambda n: rng.normal(0, 1, n), 0.0),
        "exponential": (lambda n: rng.exponential(1, n), 1.0),
        "log-normal, σ = 1": (lambda n: rng.lognormal(0, 1, n), np.exp(0.5)),
    }
    print("| values | seeds | t | bootstrap | as chosen | bootstrap chosen |\n|---|---|---|---|---|---|")
    for name, (draw, mean) in sources.items():
        for n in [4, 8, 16, 32, 64]:
            held = np.array([held_by(draw(n), mean, resamples, rng) for _ in range(trials)]).mean(axis=0)
            print(f"| {name} | {n} | " + " | ".join(f"{100 * share:.0f} %" for share in held) + " |")


def held_by(values, mean, resamples, rng):
    n = len(values)
    half = stats.t.ppf(0.975, n - 1) * values.std(ddof=1) / np.sqrt(n)
    by_t = abs(values.mean() - mean) <= half
    g1 = stats.skew(values)
    means = np.sort(values[rng.integers(0, n, (resamples, n))].mean(axis=1))
    z0 = stats.norm.ppf(np.clip((means < values.mean()).mean(), 0.5 / resamples, 1 - 0.5 / resamples))
    w = z0 + stats.norm.ppf([0.025, 0.975])
    low, high = np.quantile(means, stats.norm.cdf(z0 + w / (1 - g1 / (6 * np.sqrt(n)) * w)))
    by_bootstrap = low <= mean <= high
    skewed = abs(g1) > 1
    return by_t, by_bootstrap, by_bootstrap if skewed else by_t, skewed


if __name__ == "__main__":
    if sys.argv[1:] == ["coverage"]:
        coverage()
        false_differences()
        power()
    else:
        write()
