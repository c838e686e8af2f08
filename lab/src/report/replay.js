// The replays of the report: two variants of a scene side by side on one time axis.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const { scenes } = JSON.parse(byId("replay-data").textContent);
  const [player, stage, play, scrub, clock] = ["player", "stage", "play", "scrub", "clock"].map(byId);
  const [choice, speed, groups, jam] = ["scene", "speed", "groups", "jam"].map(byId);
  const sides = ["left", "right"].map(byId);
  // Medium tones, visible on both light and dark backgrounds.
  const COLOURS = ["#2f8ed6", "#d97706", "#0f9d78", "#c2599a", "#a08c00", "#d1495b", "#7c83ff"];
  const WALL = "#808a96";
  const HOLD = 1.5; // how long the last frame stays before the replay restarts, s

  let scene = null;
  let views = [];
  let time = 0;
  let playing = false;
  let visible = true;
  let before = 0;

  function decoded(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Uint16Array.from({ length: bytes.length / 2 }, (_, k) => view.getUint16(2 * k, true));
  }

  const jamText = (variant) => (variant.jam === null ? "no jam" : `first jam at ${variant.jam.toFixed(1)} s`);

  // Opens a scene. The variants that were shown stay, if the scene has them.
  function open(index) {
    const shown = sides.map((side) => scene?.variants[side.value]?.label);
    scene = scenes[index];
    sides.forEach((side, k) => {
      side.replaceChildren(...scene.variants.map((variant, at) => new Option(`${variant.label} (${jamText(variant)})`, at)));
      const same = scene.variants.findIndex((variant) => variant.label === shown[k]);
      side.value = same < 0 ? scene.first[k] : same;
    });
    sides[1].parentElement.hidden = scene.variants.length < 2;
    groups.replaceChildren(...scene.names.map(key));
    byId("seed").textContent = scene.seed;
    choose();
  }

  // Shows the chosen variants.
  function choose() {
    const chosen = scene.variants.length < 2 ? sides.slice(0, 1) : sides;
    views = chosen.map((side) => {
      const variant = scene.variants[side.value];
      const figure = byId("view").content.firstElementChild.cloneNode(true);
      const canvas = figure.querySelector("canvas");
      canvas.style.aspectRatio = `${scene.view[2]} / ${scene.view[3]}`;
      canvas.setAttribute("aria-label", `${variant.label}: units walking, seed ${scene.seed}`);
      figure.querySelector("path").setAttribute("class", `line ${variant.class}`);
      figure.querySelector("b").textContent = variant.label;
      return { ...variant, frames: decoded(variant.frames), canvas, note: figure.querySelector("span"), figure, count: variant.arrived.length };
    });
    stage.replaceChildren(...views.map((view) => view.figure));
    stage.classList.toggle("alone", views.length < 2);
    // The time axis ends with the longer of the two runs.
    scrub.max = Math.max(...views.map((view) => view.count)) - 1;
    const jams = views.map((view) => view.jam).filter((at) => at !== null);
    jam.disabled = jams.length === 0;
    jam.value = Math.min(...jams);
    jam.textContent = jams.length ? "First jam" : "No jam";
    show(Math.min(time, end()));
  }

  const colour = (group) => COLOURS[group % COLOURS.length];

  // A group's colour, name and number of units.
  function key(name, group) {
    const item = document.createElement("li");
    const dot = document.createElement("i");
    dot.style.background = colour(group);
    const count = scene.groups.filter((other) => other === group).length;
    item.append(dot, `${name}: ${count} unit${count === 1 ? "" : "s"}${goalName(group)}`);
    return item;
  }

  // How the goals of a group are drawn.
  function goalName(group) {
    const goal = scene.goals.find((mark) => mark.group === group);
    if (!goal) return ", no fixed goal";
    return goal.points.length === 1 ? ", goal: ring" : goal.points.length === 2 ? ", goal: dashed line" : ", goal: area";
  }

  const end = () => scrub.max * scene.step;

  function show(at) {
    time = at;
    const now = Math.min(time, end());
    scrub.value = Math.round(now / scene.step);
    clock.textContent = `${now.toFixed(1)} s`;
    scrub.setAttribute("aria-valuetext", `${now.toFixed(1)} seconds of ${end().toFixed(1)}`);
    views.forEach((view) => draw(view, now / scene.step));
  }

  // Draws one variant at a moment, counted in frames. Positions between two frames are interpolated linearly.
  function draw(view, moment) {
    const { canvas, frames, count } = view;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const paper = canvas.getContext("2d");
    paper.clearRect(0, 0, width, height);
    const [x0, y0, wide, high] = scene.view;
    const scale = Math.min(width / wide, height / high);
    const left = (width - wide * scale) / 2 - x0 * scale;
    const bottom = (height + high * scale) / 2 + y0 * scale;
    const toCanvas = ([x, y]) => [left + x * scale, bottom - y * scale];
    goals(paper, toCanvas, scale, ratio);
    walls(paper, toCanvas, ratio);
    const units = scene.groups.length;
    const from = Math.min(Math.floor(moment), count - 1);
    const to = Math.min(from + 1, count - 1);
    const share = Math.min(1, Math.max(0, moment - from));
    const at = (k) => frames[from * 2 * units + k] * (1 - share) + frames[to * 2 * units + k] * share;
    const [across, up] = [(scene.size[0] * scale) / 65535, (scene.size[1] * scale) / 65535];
    const paths = new Map();
    for (let unit = 0; unit < units; unit++) {
      const group = scene.groups[unit];
      if (!paths.has(group)) paths.set(group, new Path2D());
      const [x, y] = [left + at(2 * unit) * across, bottom - at(2 * unit + 1) * up];
      const radius = Math.max(scene.radii[unit] * scale, 0.8 * ratio);
      const path = paths.get(group);
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 7);
    }
    for (const [group, path] of paths) {
      paper.fillStyle = colour(group);
      paper.fill(path);
    }
    const stuck = view.stuck[from] === undefined ? "" : `, ${view.stuck[from]} stuck`;
    view.note.textContent = `${view.arrived[from]} % arrived${stuck}; ${jamText(view)}`;
  }

  function goals(paper, toCanvas, scale, ratio) {
    paper.lineWidth = ratio;
    for (const { group, points, radius } of scene.goals) {
      paper.fillStyle = paper.strokeStyle = colour(group);
      paper.beginPath();
      if (points.length === 1) paper.arc(...toCanvas(points[0]), Math.max(radius * scale, 2 * ratio), 0, 7);
      else for (const point of points) paper.lineTo(...toCanvas(point));
      if (points.length > 2) paper.closePath();
      paper.setLineDash(points.length === 2 ? [6 * ratio, 4 * ratio] : []);
      paper.globalAlpha = 0.1;
      paper.fill();
      paper.globalAlpha = 0.45;
      paper.stroke();
    }
    paper.globalAlpha = 1;
    paper.setLineDash([]);
  }

  function walls(paper, toCanvas, ratio) {
    paper.fillStyle = paper.strokeStyle = WALL;
    paper.lineJoin = "round";
    for (const { solid, points } of scene.walls) {
      paper.beginPath();
      for (const point of points) paper.lineTo(...toCanvas(point));
      if (solid) paper.closePath();
      if (solid) paper.fill();
      paper.lineWidth = (solid ? 1 : 2) * ratio;
      paper.stroke();
    }
  }

  function set(on) {
    playing = on;
    play.textContent = on ? "Pause" : "Play";
    before = performance.now();
    if (on) requestAnimationFrame(tick);
  }

  function tick(now) {
    if (!playing) return;
    // A page that was hidden does not catch up the missed time.
    const passed = Math.min((now - before) / 1000, 0.1) * speed.value;
    before = now;
    if (visible) show(time + passed > end() + HOLD * speed.value ? 0 : time + Math.max(0, passed));
    requestAnimationFrame(tick);
  }

  play.addEventListener("click", () => set(!playing));
  scrub.addEventListener("input", () => {
    set(false);
    show(scrub.value * scene.step);
  });
  choice.addEventListener("change", () => open(choice.value));
  sides.forEach((side) => side.addEventListener("change", choose));
  jam.addEventListener("click", () => {
    set(false);
    show(Number(jam.value));
  });
  // The space bar plays while the replays are in view, unless a control uses it itself.
  document.addEventListener("keydown", (event) => {
    const used = event.target.closest?.("button, select, summary, a, input:not([type=range])");
    if (event.key !== " " || used || !visible || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) set(!playing);
  });
  window.addEventListener("resize", () => show(time));
  // On paper, all details are open and the replays show a moment with some action.
  const closed = () => document.querySelectorAll("details:not([open])");
  window.addEventListener("beforeprint", () => {
    set(false);
    if (time < end() * 0.1) show(end() * 0.35);
    closed().forEach((details) => details.setAttribute("open", ""));
  });

  player.hidden = false;
  open(0);
  new IntersectionObserver(([entry]) => (visible = entry.isIntersecting)).observe(player);
})();
