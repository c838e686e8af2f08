"""The movement benchmark of Warzone 2100, rebuilt: maps of its scenarios and its scores.

Geometry, numbers, radii, thresholds and scores are facts of the benchmark that Warzone 2100 merged in 2026 (pull request 5042, doc/PathfindingBench.md). A tile is 1.28 m here,
so that its medium tank is a unit of 0.5 m; it walks a tile in 1.8 s there and in 0.256 s here, at 5 m/s. Times are converted to theirs. The speeds of cyborgs, trucks, half-tracks
and hovercraft are assumed. Here, a whole disc stays out of walls, there only its centre, so gaps are narrower here."""

import collections
import csv
import json
import math
import pathlib
import subprocess

TILE, SIDE = 1.28, 64
# Their seconds per second here.
TIME = 1.8 / (TILE / 5)
NEAR, ARRIVED = 6 * TILE, 1.5 * TILE
# Radius in metres, maximum speed in m/s.
KINDS = {
    "medium": (0.5, 5.0), "heavy": (0.6, 3.65), "cyborg": (0.3, 8.0), "truck": (0.4, 7.0), "half-track": (0.4, 6.0), "hover": (0.5, 12.0), "heavy truck": (0.6, 3.65),
}


def gap(width):
    """Open boxes in tiles (x0, y0, x1, y1): two halves, and a gap in the wall between them."""
    left = 32 - width // 2
    return [(0, 0, 64, 32), (0, 35, 64, 64), (left, 32, left + width, 35)]


TWO_GAPS = [(0, 0, 64, 32), (0, 35, 64, 64), (23, 32, 25, 35), (39, 32, 41, 35)]
CORNER = [(22, 4, 42, 20), (30, 20, 32, 32), (30, 30, 52, 32), (50, 24, 62, 40)]

# A block: kinds in turn, the tile of its first unit, columns, direction of its rows, number, tiles between units; then where it goes: a block with twice the distance between rows, a point,
# or None (its units have their place as goal).
Block = collections.namedtuple("Block", "kinds x y columns direction count step to", defaults=[1, None])
Fan = collections.namedtuple("Fan", "x y direction columns", defaults=[8])
# Published scores without and with the congestion features: resolved of 27, p50, p95, largest p95. None: not known.
Score = collections.namedtuple("Score", "resolved p50 p95 worst", defaults=[None] * 4)
Scenario = collections.namedtuple("Scenario", "ground budget blocks plain congestion", defaults=[Score(), Score()])


def armies(kind, count, north=30, south=30, to_south=28, to_north=28):
    return [Block([kind], north, 24, 4, -1, count, 1, Fan(to_south, 42, 1)), Block([kind], south, 42, 4, 1, count, 1, Fan(to_north, 24, -1))]


MEDIUM = armies("medium", 16)
parked = lambda kind: [Block(["medium"], 21, 18, 12, 1, 24, 2), Block([kind], 30, 8, 4, -1, 8, 1, Fan(28, 28, 1))]
SCENARIOS = {
    "openfield": Scenario(gap(2), 900, [Block(["medium"], 8, 10, 10, 1, 40, 1, Fan(46, 10, 1, 10))], Score(27, 68, 74, 77)),
    "oneway_tracked": Scenario(gap(2), 1200, [Block(["medium"], 30, 24, 4, -1, 16, 1, Fan(28, 42, 1))], Score(27, 41, 66, 68), Score(27, None, 64)),
    "counterflow_tracked": Scenario(gap(2), 5000, MEDIUM, Score(1, None, None, 459), Score(27, None, 98)),
    "counterflow_cyborg": Scenario(gap(2), 5000, armies("cyborg", 24), Score(23, 64, 86, 333), Score(27, None, 32)),
    "counterflow_hostile": Scenario(gap(2), 5000, armies("truck", 16)),
    "counterflow_w1": Scenario(gap(1), 5000, MEDIUM, Score(0), Score(27, None, 151)),
    "counterflow_w3": Scenario(gap(3), 5000, MEDIUM, Score(9, 136, 242, 498), Score(27, None, 85)),
    "counterflow_w4": Scenario(gap(4), 5000, MEDIUM, Score(25, 86, 120, 390)),
    "counterflow_w6": Scenario(gap(6), 1200, MEDIUM, Score(27, 50, 74, 94)),
    "counterflow_w8": Scenario(gap(8), 1200, MEDIUM, Score(27, 45, 64, 81)),
    "tworoute": Scenario(TWO_GAPS, 5000, MEDIUM, Score(24, 70, 110, 490)),
    "crossing": Scenario(gap(2), 5000, armies("medium", 16, 22, 22, 38, 38), Score(1, None, None, 497)),
    "separating": Scenario(gap(2), 5000, armies("medium", 16, 38, 22, 38, 22), Score(27, 114, 152, 345)),
    "corner": Scenario(CORNER, 3000, [Block(["medium"], 27, 10, 8, 1, 24, 1, Fan(53, 28, 1))], Score(27, 92, 135, 145)),
    "corner_mixed": Scenario(CORNER, 3000, [Block(["medium", "heavy"], 27, 10, 8, 1, 24, 1, Fan(53, 28, 1))], Score(27, 124, 202, 203)),
    "blob": Scenario(gap(2), 3000, [Block(["medium"], 27, 6, 10, 1, 100, 1, (32, 28))], Score(27, 27, 140, 248)),
    "parking": Scenario(gap(2), 900, parked("medium"), Score(27, 49, 63, 88)),
    "parking_light": Scenario(gap(2), 900, parked("half-track")),
    "parking_hover": Scenario(gap(2), 900, parked("hover")),
}
# Blocks are shifted by -1, 0 or 1 tile each way; of the 81 arrangements of two blocks, every third is run.
ARRANGEMENTS = range(0, 81, 3)


def metres(x, y):
    """The middle of a tile."""
    return (x + 0.5 - SIDE / 2) * TILE, (SIDE / 2 - y - 0.5) * TILE


def walls(ground):
    """The tiles that are not open as boxes in metres: a box for each run of rows with the same runs of tiles."""
    is_open = lambda x, y: any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in ground)
    runs = collections.defaultdict(list)
    for y in range(SIDE):
        ends = [x for x in range(SIDE + 1) if (x < SIDE and not is_open(x, y)) != (x > 0 and not is_open(x - 1, y))]
        for x0, x1 in zip(ends[::2], ends[1::2]):
            rows = runs[x0, x1]
            if rows and rows[-1][1] == y:
                rows[-1][1] = y + 1
            else:
                rows.append([y, y + 1])
    for (x0, x1), rows in sorted(runs.items()):
        for y0, y1 in rows:
            yield (x0 - 32) * TILE, (32 - y1) * TILE, (x1 - 32) * TILE, (32 - y0) * TILE


def units(scenario, arrangement):
    """Yields kind, start and goal (None: its start) of every unit, block by block."""
    for number, block in enumerate(scenario.blocks):
        shift = arrangement // 9**number % 9
        dx, dy = shift % 3 - 1, shift // 3 - 1
        row = []
        for k in range(block.count):
            start = metres(block.x + dx + k % block.columns * block.step, block.y + dy + k // block.columns * block.direction * block.step)
            match block.to:
                case Fan(x, y, direction, columns):
                    goal = metres(x + k % columns, y + k // columns * direction * 2)
                case (x, y):
                    goal = metres(x, y)
                case None:
                    goal = None
            row.append((block.kinds[k % len(block.kinds)], start, goal))
        yield row


def text(name, arrangement):
    scenario = SCENARIOS[name]
    half = SIDE / 2 * TILE
    lines = ["sidestep = 1", f'about = "{name} of Warzone 2100, arrangement {arrangement}"', f"bounds = [[{-half}, {-half}], [{half}, {half}]]", "closed = true"]
    lines += [f"time_limit = {scenario.budget / 10 / TIME:.2f}", "jitter = 0"]
    lines += [f"[[wall]]\nbox = [[{x0:.2f}, {y0:.2f}], [{x1:.2f}, {y1:.2f}]]" for x0, y0, x1, y1 in walls(scenario.ground)]
    for number, row in enumerate(units(scenario, arrangement)):
        lines += ["[[group]]", f'name = "block {number + 1}"', "units = ["]
        for kind, start, goal in row:
            radius, speed = KINDS[kind]
            to = f"point = [{goal[0]:.3f}, {goal[1]:.3f}]" if goal else "shift = [0, 0]"
            lines.append(f"  {{ position = [{start[0]:.3f}, {start[1]:.3f}], radius = {radius}, max_speed = {speed}, goal = {{ {to} }} }},")
        lines.append("]")
    return "\n".join(lines) + "\n"


def percentile(values, share):
    return values[min(len(values) - 1, len(values) * share // 100)] if values else math.inf


def score(program, folder, name, arrangement, options):
    """Runs an arrangement: whether it is resolved, and the p50 and p95 of arrival and the worst time in their seconds."""
    file = pathlib.Path(folder) / f"{name}-{arrangement}.toml"
    file.write_text(text(name, arrangement))
    jitter = 0.02 if "mixed" in name else 0.05
    command = [program, "run", file, "--threads", 1, "--jitter", jitter, "--seed", arrangement + 1, "--csv", "-", *options]
    goals = [goal for row in units(SCENARIOS[name], arrangement) for _, _, goal in row]
    ordered = [k for k, goal in enumerate(goals) if goal]
    arrived, distance, time = {}, {}, 0
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True) as run:
        for row in csv.DictReader(run.stdout):
            unit, time = int(row["unit"]), float(row["time_s"])
            if goals[unit]:
                distance[unit] = math.dist((float(row["x_m"]), float(row["y_m"])), goals[unit])
                if distance[unit] <= ARRIVED:
                    arrived.setdefault(unit, time * TIME)
    times = sorted(arrived.values())
    near = sum(distance[unit] <= NEAR for unit in ordered)
    return {
        "resolved": near >= 0.75 * len(ordered), "p50": percentile(times, 50), "p95": percentile(times, 95),
        "worst": times[-1] if times and near == len(ordered) else time * TIME,
    }
