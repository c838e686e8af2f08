#!/usr/bin/env python3
"""Writes floor plans with crowds that nobody designed: python3 benches/plans.py FOLDER [--families rooms …] [--count 20] [--first 1]

Each plan follows from its family and number. Everyone has a way to its goal, and starts and goals are free. Needs Shapely and SciPy (pip install shapely scipy)."""

import argparse
import itertools
import math
import pathlib
import random

import shapely
from scipy.optimize import linear_sum_assignment
from scipy.spatial.distance import cdist
from shapely.affinity import rotate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

# Lengths are in radii of the units until a plan is written.
SMOOTHING = 1.7
FAMILIES = {}
# The jitter of the studies, m. Groups that start closer to each other than that would often overlap.
JITTER = 0.05


class Unlucky(Exception):
    """These random numbers give no plan; the next ones may."""


def family(function):
    FAMILIES[function.__name__] = function
    return function


def spread(rng, least, most):
    """A random number that is as likely to be in least to 2 least as in most / 2 to most."""
    return math.exp(rng.uniform(math.log(least), math.log(most)))


def directions(angle, length):
    return length * math.cos(angle), length * math.sin(angle)


class Plan:
    def __init__(self, name):
        self.rng = random.Random(name)
        self.radius, self.speed = self.rng.choice([0.3, 0.4, 0.5, 0.5, 0.5, 0.8]), self.rng.choice([3, 4, 5, 5, 6])
        self.free, self.groups, self.starts, self.goals = None, [], [], []

    def set_free(self, free):
        """The ground: its largest part after narrower places than a unit needs are closed. It is chosen among the places of a unit's centre: grown, two parts can
        touch where no unit fits through."""
        centers = max(shapely.get_parts(free.buffer(-SMOOTHING, quad_segs=3)), key=lambda part: part.area)
        self.free = centers.buffer(SMOOTHING, quad_segs=3).simplify(0.1)

    def slots(self, region, center, count, spacing, taken, radius):
        """Free places in rows around a point."""
        ground = region if self.free is None else region.intersection(self.free)
        ground, reach = ground.buffer(-1.35 * radius), spacing * (3 * math.sqrt(count) + 6)
        rows = range(-int(reach / spacing), int(reach / spacing) + 1)
        places = [(center[0] + (i + j % 2 / 2) * spacing, center[1] + j * spacing * 0.87) for j in rows for i in rows]
        shapely.prepare(ground)
        places = [p for p, inside in zip(places, shapely.contains_xy(ground, places)) if inside]
        places = [p for p in places if all(math.dist(p, q) > 1.06 * (radius + r) for *q, r in taken)]
        return sorted(places, key=lambda p: math.dist(p, center))[:count]

    def send(self, count, begin, end, spacing=2.75, radius=1.0, speed=1.0):
        """Adds a group that walks from one region or point to another, each unit to a place like its own."""
        centers = [(at.x, at.y) if at.geom_type == "Point" else self.inside(at) for at in (begin, end)]
        begin, end = (at.buffer(80) if at.geom_type == "Point" else at for at in (begin, end))
        starts = self.slots(begin, centers[0], count, spacing * radius, self.starts, radius)
        goals = self.slots(end, centers[1], len(starts), spacing * radius, self.goals, radius)
        if len(goals) < 6:
            raise Unlucky
        starts = starts[: len(goals)]
        moved = [(x - centers[1][0] + centers[0][0], y - centers[1][1] + centers[0][1]) for x, y in goals]
        order = linear_sum_assignment(cdist(starts, moved, "sqeuclidean"))[1]
        starts = [(x + self.rng.uniform(-0.06, 0.06), y + self.rng.uniform(-0.06, 0.06)) for x, y in starts]
        self.groups.append((starts, [goals[k] for k in order], radius, speed))
        self.starts += [(*p, radius) for p in starts]
        self.goals += [(*p, radius) for p in goals]

    def inside(self, region, depths=(12, 8, 5, 3)):
        """A point in a region, as deep inside as there is room for."""
        core = region if self.free is None else region.intersection(self.free)
        core = next((inner for inner in (core.buffer(-d) for d in depths) if not inner.is_empty), None)
        if core is None:
            raise Unlucky
        while True:
            p = self.rng.uniform(core.bounds[0], core.bounds[2]), self.rng.uniform(core.bounds[1], core.bounds[3])
            if core.contains(Point(p)):
                return p

    def closest(self):
        """The least gap between units of different groups at the start, R."""
        groups = [(starts, radius) for starts, _, radius, _ in self.groups]
        pairs = itertools.combinations(groups, 2)
        return min((cdist(a, b).min() - r - s for (a, r), (b, s) in pairs), default=math.inf)

    def text(self, about):
        """The plan as a map."""
        point = lambda p: f"[{p[0] * self.radius:.3f}, {p[1] * self.radius:.3f}]"
        points = lambda ps: "[" + ", ".join(map(point, ps)) + "]"
        units = [unit for starts, goals, *_ in self.groups for unit in zip(starts, goals)]
        if not 16 <= len(units) <= 820:
            raise Unlucky
        if self.closest() * self.radius < JITTER:
            raise Unlucky
        longest = max(math.dist(*unit) for unit in units) * self.radius / self.speed
        walls = [] if self.free is None else [f"chain = {points(self.free.exterior.coords)}"]
        walls += [] if self.free is None else [f"polygon = {points(hole.coords[:-1])}" for hole in self.free.interiors if Polygon(hole).area > 1]
        everything = shapely.MultiPoint([p for unit in units for p in unit]) if self.free is None else self.free
        x0, y0, x1, y1 = everything.buffer(4).bounds
        lines = ["sidestep = 1", f'about = "{about}"', f"bounds = [{point((x0, y0))}, {point((x1, y1))}]", f"time_limit = {min(max(16 * longest, 60), 240):.0f}"]
        lines += [f"[[wall]]\n{wall}" for wall in walls]
        for number, (starts, goals, radius, speed) in enumerate(self.groups):
            lines += ["[[group]]", f'name = "g{number}"', f"unit = {{ radius = {radius * self.radius:.3f}, max_speed = {speed * self.speed:.2f} }}", "units = ["]
            shifts = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(starts, goals)]
            lines += [f"  {{ position = {point(start)}, goal = {{ shift = {point(shift)} }} }}," for start, shift in zip(starts, shifts)] + ["]"]
        return "\n".join(lines) + "\n"


@family
def rooms(plan):
    """Rooms in rows, doors 3 to 16 R wide in walls 0.4 to 12 R thick."""
    rng = plan.rng
    columns, rows = rng.choice([(2, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (3, 3)])
    edges = []
    for count, longest, thickest in ((columns, 50, 12 if rows == 1 else 3), (rows, 44, 4)):
        at, sides = 0, []
        for _ in range(count):
            length = rng.uniform(26, longest)
            sides.append((at, at + length))
            at += length + spread(rng, 0.4, thickest)
        edges.append(sides)
    room = {(i, j): box(*(side[0] for side in (edges[0][i], edges[1][j])), *(side[1] for side in (edges[0][i], edges[1][j]))) for i in range(columns) for j in range(rows)}
    pairs = [(a, b) for a in room for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in room]
    rng.shuffle(pairs)
    joined, free = {a: {a} for a in room}, list(room.values())
    for a, b in pairs:
        if b in joined[a] and rng.random() > 0.6:
            continue
        for c in joined[a] | joined[b]:
            joined[c] = joined[a] | joined[b]
        x0, y0, x1, y1 = shapely.unary_union([room[a], room[b]]).envelope.bounds
        for _ in range(rng.choice([1, 1, 1, 2])):
            width = min(spread(rng, 3, 16), 20)
            if a[1] == b[1]:
                at = rng.uniform(y0 + width / 2 + 0.5, y1 - width / 2 - 0.5)
                free.append(box(room[a].bounds[2] - 0.01, at - width / 2, room[b].bounds[0] + 0.01, at + width / 2))
            else:
                at = rng.uniform(x0 + width / 2 + 0.5, x1 - width / 2 - 0.5)
                free.append(box(at - width / 2, room[a].bounds[3] - 0.01, at + width / 2, room[b].bounds[1] + 0.01))
    plan.free = unary_union(free)
    far = max(((a, b) for a in room for b in room), key=lambda ab: math.dist(*ab) + 0.01 * rng.random())
    ways = rng.choice([[far, far[::-1]], [rng.sample(list(room), 2) for _ in range(rng.choice([1, 2, 3, 4]))]])
    for a, b in ways:
        most = 0.42 * min(room[a].area, room[b].area) / 2.75**2
        plan.send(int(min(spread(rng, 12, 130), most)), room[a], room[b])


@family
def corridors(plan):
    """Bent corridors, junctions of 3 to 5 arms, and rings, 4 to 24 R wide, with a room at each end."""
    rng, width = plan.rng, spread(plan.rng, 4, 24)
    kind, lines, ends = rng.choice(["bend", "bend", "uneven", "T", "X", "star", "ring"]), [], []
    own_width = lambda: width if rng.random() < 0.6 else max(4, width * rng.uniform(0.5, 1.3))
    if kind in ("bend", "uneven"):
        points, angle = [(0, 0)], 0
        for _ in range(rng.randint(1, 4)):
            dx, dy = directions(angle, rng.uniform(24, 50))
            points.append((points[-1][0] + dx, points[-1][1] + dy))
            angle += math.radians(rng.choice([-90, -60, -35, 35, 60, 90]))
        widths = [own_width() if kind == "uneven" else width for _ in points]
        lines = [LineString(pair).buffer(w / 2, cap_style="square") for *pair, w in zip(points, points[1:], widths)]
        ends = [(points[1], points[0]), (points[-2], points[-1])]
    else:
        arms = {"T": 3, "X": 4}.get(kind) or rng.choice([3, 4, 5])
        begin = rng.uniform(14, 24) + width if kind == "ring" else 0
        if kind == "ring":
            lines.append(Point(0, 0).buffer(begin + width / 2, 12).difference(Point(0, 0).buffer(begin - width / 2, 12)))
        for k in range(arms):
            angle = k * math.pi / 2 if kind in "TX" else 2 * math.pi * (k + rng.uniform(-0.25, 0.25)) / arms
            ends.append((directions(angle, begin), directions(angle, begin + rng.uniform(26, 50))))
            lines.append(LineString(ends[-1]).buffer(own_width() / 2, cap_style="square"))
    rooms_at = []
    for inner, outer in ends:
        angle, side = math.atan2(outer[1] - inner[1], outer[0] - inner[0]), rng.uniform(28, 40)
        dx, dy = directions(angle, 0.45 * side)
        rooms_at.append(rotate(Point(outer[0] + dx, outer[1] + dy).buffer(side / 2, cap_style="square"), angle, use_radians=True))
    if any(a.buffer(4).intersects(b) for k, a in enumerate(rooms_at) for b in rooms_at[:k]):
        raise Unlucky
    if any(room.intersection(line).area > 0.3 * room.area for room in rooms_at for line in lines):
        raise Unlucky
    plan.set_free(unary_union(lines + rooms_at))
    count, shift = len(ends), rng.randrange(1, len(ends))
    ways = [(k, (k + shift) % count) for k in range(count)]
    if count > 2:
        ways = rng.choice([ways, [rng.sample(range(count), 2) for _ in range(rng.choice([2, 3]))], [(0, count // 2), (count // 2, 0)]])
    total = spread(rng, 50, 220)
    for a, b in ways:
        most = 0.42 * min(rooms_at[a].area, rooms_at[b].area) / 2.75**2
        plan.send(int(min(max(8, total / len(ways) * rng.uniform(0.5, 1.5)), most)), rooms_at[a], rooms_at[b])


@family
def pillars(plan):
    """Fields of round and angular pillars with gaps of 3 to 12 R, crossed from two to four sides."""
    rng = plan.rng
    half, gap, size = (rng.uniform(25, 55), rng.uniform(25, 45)), rng.uniform(3, 12), rng.uniform(0.7, 4.8)
    sides, regular, corners, solid = rng.choice([2, 2, 3, 4]), rng.random() < 0.5, rng.choice([3, 4, 6, 24]), []
    pitch, skew = gap + 2.2 * size, rng.choice([0, 0.5])
    rows, columns = int(2 * half[1] / pitch), int(2 * half[0] / pitch)
    jitter = rng.choice([0, 0.1, 0.25]) * gap
    lattice = [((i + skew * (j % 2) - columns / 2) * pitch + rng.uniform(-jitter, jitter), (j - rows / 2) * pitch + rng.uniform(-jitter, jitter)) for j in range(rows + 1) for i in range(columns + 1)]
    for at in lattice if regular else [(rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])) for _ in range(900)]:
        own, turn = size * rng.uniform(0.6, 1.4), rng.uniform(0, 6.3)
        pillar = Polygon([(at[0] + x, at[1] + y) for x, y in (directions(turn + 2 * math.pi * k / corners, own) for k in range(corners))])
        if all(pillar.distance(other) > (2.7 if regular else gap) for other in solid):
            solid.append(pillar)
    if len(solid) > 260:
        raise Unlucky
    border = [half[0] + 48, half[1] + (48 if sides > 2 else 8)]
    plan.free = box(-border[0], -border[1], *border).difference(unary_union(solid))
    left, right = box(-border[0], -half[1], -half[0] - 4, half[1]), box(half[0] + 4, -half[1], border[0], half[1])
    low, high = box(-half[0], -border[1], half[0], -half[1] - 4), box(-half[0], half[1] + 4, half[0], border[1])
    total = spread(rng, 20, 110)
    for a, b in [(left, right), (right, left), (low, high), (high, low)][:sides]:
        plan.send(int(max(12, total * rng.uniform(0.6, 1.4))), a, b)


@family
def caves(plan, total=(50, 220)):
    """Caves by a cellular automaton, or ground with rocks, between 2 to 4 far points."""
    rng = plan.rng
    if rng.random() < 0.67:
        side, columns, rows = rng.uniform(4.5, 8), rng.randint(24, 36), rng.randint(16, 24)
        share = rng.uniform(0.40, 0.46)
        border = lambda x, y: x in (0, columns - 1) or y in (0, rows - 1)
        rock = {(x, y) for x in range(columns) for y in range(rows) if border(x, y) or rng.random() < share}
        for _ in range(rng.choice([3, 4, 5])):
            rock = {(x, y) for x in range(columns) for y in range(rows) if border(x, y) or sum((x + dx, y + dy) in rock for dx in (-1, 0, 1) for dy in (-1, 0, 1)) >= 5}
        cells = [box(x * side, y * side, (x + 1) * side, (y + 1) * side) for x in range(columns) for y in range(rows) if (x, y) not in rock]
        if not cells:
            raise Unlucky
        plan.set_free(unary_union(cells).buffer(-0.35 * side).buffer(0.7 * side).buffer(-0.35 * side))
    else:
        width, height, rocks = rng.uniform(90, 160), rng.uniform(60, 100), []
        for _ in range(rng.randint(8, 26)):
            at, size, corners = (rng.uniform(0, width), rng.uniform(0, height)), spread(rng, 3, 18), rng.randint(5, 10)
            shape = [directions(2 * math.pi * k / corners, size * rng.uniform(0.5, 1.2)) for k in range(corners)]
            rocks.append(Polygon([(at[0] + x, at[1] + y) for x, y in shape]).buffer(0))
        plan.set_free(box(0, 0, width, height).difference(unary_union(rocks)))
    if plan.free.area < 1800:
        raise Unlucky
    points = [plan.inside(plan.free, (5,)) for _ in range(60)]
    count = rng.choice([2, 2, 2, 3, 4])
    far = [max(points, key=lambda p: sum(math.dist(p, q) for q in points))]
    while len(far) < count:
        far.append(max(points, key=lambda p: min(math.dist(p, q) for q in far)))
    total = spread(rng, *total)
    for k, at in enumerate(far):
        end = far[(k + (2 if count == 4 else 1)) % count]
        plan.send(int(max(10, total / count * rng.uniform(0.6, 1.4))), Point(at), Point(end))


@family
def dense(plan):
    """Caves with 150 to 330 units."""
    caves(plan, (150, 330))


@family
def streets(plan):
    """Blocks of houses with streets of 5 to 14 R, groups from corner to corner."""
    rng = plan.rng
    columns, rows, wide = rng.randint(2, 5), rng.randint(2, 4), rng.uniform(5, 14)
    side = rng.uniform(10, 30), rng.uniform(10, 30)
    width, height = columns * (side[0] + wide) + wide, rows * (side[1] + wide) + wide
    houses = [(i * (side[0] + wide) + wide, j * (side[1] + wide) + wide) for i in range(columns) for j in range(rows) if rng.random() < 0.9]
    squares = [box(*at, at[0] + 40, at[1] + 40) for at in ((-40, -40), (width, -40), (width, height), (-40, height))]
    ground = unary_union([box(0, 0, width, height), *(square.buffer(wide / 2) for square in squares)])
    plan.set_free(ground.difference(unary_union([box(x, y, x + side[0], y + side[1]) for x, y in houses])))
    ways = rng.choice([[(0, 2), (2, 0)], [(0, 2), (1, 3)], [(0, 2), (1, 3), (2, 0), (3, 1)], [(0, 1), (1, 0)]])
    total = spread(rng, 40, 220)
    for a, b in ways:
        plan.send(int(max(10, min(total / len(ways) * rng.uniform(0.6, 1.4), 85))), squares[a], squares[b])


@family
def mazes(plan):
    """Mazes with corridors of 5 to 11 R, some walls taken out, between two rooms."""
    rng = plan.rng
    columns, rows, wide = rng.randint(3, 6), rng.randint(3, 5), rng.uniform(5, 11)
    pitch, seen, stack, free = wide + rng.uniform(2, 8), {(0, 0)}, [(0, 0)], []
    near = lambda a: [b for b in ((a[0] + dx, a[1] + dy) for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))) if 0 <= b[0] < columns and 0 <= b[1] < rows]
    corridor = lambda a, b: LineString([(a[0] * pitch, a[1] * pitch), (b[0] * pitch, b[1] * pitch)]).buffer(wide / 2, cap_style="square")
    while stack:
        open_cells = [b for b in near(stack[-1]) if b not in seen]
        if not open_cells:
            stack.pop()
            continue
        cell = rng.choice(open_cells)
        free.append(corridor(stack[-1], cell))
        seen.add(cell)
        stack.append(cell)
    free += [corridor(a, b) for a in sorted(seen) for b in near(a) if a < b and rng.random() < 0.15]
    left, right = box(-wide / 2 - 44, -20, -wide / 2, 24), box((columns - 1) * pitch + wide / 2, (rows - 1) * pitch - 24, (columns - 1) * pitch + wide / 2 + 44, (rows - 1) * pitch + 20)
    doors = [box(left.bounds[2] - 1, -wide / 2, left.bounds[2] + wide, wide / 2), box(right.bounds[0] - wide, right.bounds[3] - 20 - wide / 2, right.bounds[0] + 1, right.bounds[3] - 20 + wide / 2)]
    plan.set_free(unary_union([left, right, *doors, *free]))
    for a, b in [(left, right), (right, left)][: rng.choice([1, 2, 2])]:
        plan.send(int(spread(rng, 10, 80)), a, b)


@family
def fields(plan):
    """Open ground: 2 to 8 groups of different sizes, and sometimes radii and speeds, through each other."""
    rng, count = plan.rng, plan.rng.randint(2, 8)
    total, mixed, turn = spread(rng, 50, 420), rng.random() < 0.3, rng.uniform(0, 6.3)
    far = (14 + 3.6 * math.sqrt(total / count)) * rng.uniform(1.1, 1.6) * max(1, count / 4)
    for k in range(count):
        angle, size = turn + 2 * math.pi * (k + rng.uniform(-0.35, 0.35)) / count, max(10, int(total / count * spread(rng, 0.4, 2)))
        ends = [directions(angle, far), directions(angle + math.pi + rng.uniform(-0.3, 0.3), far)]
        radius, speed = (rng.choice([0.6, 1, 1.4, 2]), rng.choice([0.5, 1, 1.6])) if mixed else (1, 1)
        area = [Point(end).buffer(40 + 4 * radius * math.sqrt(size)) for end in ends]
        plan.send(size, *area, rng.uniform(2.4, 4.5), radius, speed)


def exchange(plan, areas, total, ways):
    """Groups of about `total` units in all that walk from area to area."""
    for a, b in ways:
        shared = sum(a == begin or b == end for begin, end in ways)
        most = 0.42 * min(areas[a].area, areas[b].area) / 2.75**2 / shared
        plan.send(int(min(total / len(ways) * plan.rng.uniform(0.5, 1.5), most)), areas[a], areas[b])


def ways_between(rng, count):
    """Who goes where between so many areas: two exchange their places, each goes on to the next, or to the opposite one, or anywhere else."""
    shifts = {"next": 1, "opposite": count // 2}
    kind = rng.choice(["two", "next", "opposite", "any"])
    if kind == "two":
        return [(0, count // 2), (count // 2, 0)]
    if kind in shifts:
        return [(k, (k + shifts[kind]) % count) for k in range(count)]
    ends = list(range(count))
    while any(k == end for k, end in enumerate(ends)):
        rng.shuffle(ends)
    return list(enumerate(ends))


@family
def offices(plan):
    """Rooms on both sides of a corridor 5 to 14 R wide, with doors of 3 to 9 R."""
    rng = plan.rng
    wide, ground, rooms_at, at = rng.uniform(5, 14), [], [], 0
    for _ in range(rng.randint(2, 5)):
        length = rng.uniform(20, 34)
        for side in (1, -1):
            depth, thick, door = rng.uniform(18, 30), rng.uniform(0.8, 4), spread(rng, 3, 9)
            edges = [side * (wide / 2 + beyond) for beyond in (-0.5, 0.5 + thick, thick, thick + depth)]
            rooms_at.append(box(at, min(edges[2:]), at + length, max(edges[2:])))
            middle = rng.uniform(at + door, at + length - door)
            ground += [rooms_at[-1], box(middle - door / 2, min(edges[:2]), middle + door / 2, max(edges[:2]))]
        at += length + rng.uniform(1, 4)
    plan.set_free(unary_union([*ground, box(0, -wide / 2, at, wide / 2)]))
    exchange(plan, rooms_at, spread(rng, 40, 200), ways_between(rng, len(rooms_at)))


@family
def baffles(plan):
    """A hall with walls from alternate sides that leave gaps of 3.5 to 12 R."""
    rng = plan.rng
    height, at, walls = rng.uniform(24, 50), 0, []
    for k in range(rng.randint(2, 6)):
        thick, gap = rng.uniform(0.8, 4), spread(rng, 3.5, 12)
        walls.append(box(at, -1, at + thick, height - gap) if k % 2 else box(at, gap, at + thick, height + 1))
        at += thick + rng.uniform(7, 22)
    plan.set_free(box(-50, 0, at + 40, height).difference(unary_union(walls)))
    areas = [box(-50, 0, -4, height), box(at - 2, 0, at + 40, height)]
    exchange(plan, areas, spread(rng, 30, 180), [(0, 1), (1, 0)][: rng.choice([1, 2, 2])])


@family
def funnels(plan):
    """Two rooms that narrow to a tunnel of 3.5 to 16 R between them."""
    rng = plan.rng
    half, slope, tunnel = rng.uniform(15, 30), rng.uniform(4, 40), rng.uniform(0, 25)
    neck, shift, turn = spread(rng, 3.5, 16) / 2, rng.uniform(-10, 10), rng.uniform(0, 360)
    far = tunnel + slope + 30
    left = [(-far, -half), (-tunnel, -neck), (tunnel, shift - neck), (far, shift - half)]
    right = [(far, shift + half), (tunnel, shift + neck), (-tunnel, neck), (-far, half)]
    shapes = [Polygon(left + right).buffer(0), box(-far - 45, -half, 1 - far, half), box(far - 1, shift - half, far + 45, shift + half)]
    shapes = [rotate(shape, turn, origin=(0, 0)) for shape in shapes]
    plan.set_free(unary_union(shapes))
    exchange(plan, shapes[1:], spread(rng, 30, 200), [(0, 1), (1, 0)][: rng.choice([1, 2, 2])])


@family
def roundabouts(plan):
    """Three to six arms of 4.5 to 16 R that meet in a ring round an island, with a room at each end."""
    rng, arms, wide = plan.rng, plan.rng.randint(3, 6), spread(plan.rng, 4.5, 16)
    island = rng.uniform(0.8 * wide, 1.3 * wide + 14)
    far, turn = island + wide + rng.uniform(25, 50), rng.uniform(0, 2 * math.pi)
    ground, areas = [Point(0, 0).buffer(island + wide)], []
    for k in range(arms):
        angle, side = turn + 2 * math.pi * (k + rng.uniform(-0.2, 0.2)) / arms, rng.uniform(20, 38)
        end = directions(angle, far)
        areas.append(rotate(Point(end).buffer(side / 2, cap_style="square"), angle, use_radians=True))
        ground.append(LineString([(0, 0), end]).buffer(wide * rng.uniform(0.4, 0.625), cap_style="flat"))
    if any(a.buffer(3).intersects(b) for k, a in enumerate(areas) for b in areas[:k]):
        raise Unlucky
    plan.set_free(unary_union(ground + areas).difference(Point(0, 0).buffer(island)))
    exchange(plan, areas, spread(rng, 40, 240), ways_between(rng, arms))


def make(name, number):
    """The map's text, or None if the numbers give no plan."""
    plan = Plan(f"{name}-{number}")
    try:
        FAMILIES[name](plan)
        return plan.text(f"random plan {name}-{number}")
    except Unlucky:
        return None


def write(folder, families, count, first):
    """Writes plans into a folder and returns their files."""
    folder, files = pathlib.Path(folder), []
    folder.mkdir(parents=True, exist_ok=True)
    for name in families:
        found, number = 0, first
        while found < count and number < first + 8 * count:
            if (text := make(name, number)) is not None:
                files.append(folder / f"{name}-{number}.toml")
                files[-1].write_text(text)
                found += 1
            number += 1
    return files


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--families", nargs="+", choices=list(FAMILIES), default=list(FAMILIES), metavar="NAME")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    arguments = parser.parse_args()
    for file in write(arguments.folder, arguments.families, arguments.count, arguments.first):
        print(file)
