// The replays of the report: all variants of a scene in sync, with one scrubber.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const { scenes } = JSON.parse(byId("replay-data").textContent);
  const [player, stage, play, scrub, clock] = ["player", "stage", "play", "scrub", "clock"].map(byId);
  const [choice, speed, groups] = ["scene", "speed", "groups"].map(byId);
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

  // Opens a scene with one canvas per variant.
  function open(index) {
    scene = scenes[index];
    const units = scene.groups.length;
    views = scene.variants.map((variant) => {
      const figure = byId("view").content.firstElementChild.cloneNode(true);
      const canvas = figure.querySelector("canvas");
      canvas.style.aspectRatio = `${scene.view[2]} / ${scene.view[3]}`;
      const button = figure.querySelector("button");
      button.setAttribute("aria-label", `Enlarge ${variant.label}`);
      button.addEventListener("click", () => enlarge(figure));
      canvas.addEventListener("click", () => enlarge(figure));
      canvas.setAttribute("aria-label", `${variant.label}: units walking, seed ${scene.seed}`);
      figure.querySelector("path").setAttribute("class", `line ${variant.class}`);
      figure.querySelector("b").textContent = variant.label;
      const frames = decoded(variant.frames);
      return { ...variant, frames, canvas, note: figure.querySelector("span"), figure, count: frames.length / (2 * units) };
    });
    stage.replaceChildren(...views.map((view) => view.figure));
    groups.replaceChildren(...scene.names.map(key));
    arrange();
    scrub.max = Math.max(...views.map((view) => view.count)) - 1;
    byId("seed").textContent = scene.seed;
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

  // Toggles a figure between the full width at the top and its normal size.
  function enlarge(figure) {
    const on = !figure.classList.contains("large");
    for (const view of views) {
      const own = on && view.figure === figure;
      view.figure.classList.toggle("large", own);
      const button = view.figure.querySelector("button");
      button.textContent = own ? "Shrink" : "Enlarge";
      button.setAttribute("aria-label", `${button.textContent} ${view.label}`);
      button.setAttribute("aria-pressed", String(own));
    }
    arrange();
    show(time);
  }

  // Chooses the number of columns that leaves the fewest empty cells and needs the least scrolling.
  function arrange() {
    const width = stage.clientWidth;
    const count = views.filter((view) => !view.figure.classList.contains("large")).length;
    const most = Math.max(1, Math.min(count, Math.floor(width / (width < 500 ? 160 : 200))));
    const cost = (columns) => {
      const rows = Math.ceil(count / columns);
      const height = rows * ((width / columns) * (scene.view[3] / scene.view[2]) + 45);
      return (rows * columns - count) / columns + Math.max(0, height / (1.1 * window.innerHeight) - 1);
    };
    let best = 1;
    for (let columns = 2; columns <= most; columns++) if (cost(columns) < cost(best)) best = columns;
    stage.style.gridTemplateColumns = `repeat(${best}, minmax(0, 1fr))`;
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
    view.note.textContent = `${view.arrived[from]} % arrived`;
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

  const redraw = () => (arrange(), show(time));
  play.addEventListener("click", () => set(!playing));
  scrub.addEventListener("input", () => {
    set(false);
    show(scrub.value * scene.step);
  });
  choice.addEventListener("change", () => open(choice.value));
  window.addEventListener("resize", redraw);
  // On paper, all details are open and the replays show a moment with some action.
  const closed = () => document.querySelectorAll("details:not([open])");
  window.addEventListener("beforeprint", () => {
    set(false);
    if (time < end() * 0.1) show(end() * 0.35);
    closed().forEach((details) => details.setAttribute("open", ""));
  });

  player.hidden = false;
  open(0);
  new IntersectionObserver(([entry]) => (visible = entry.isIntersecting)).observe(stage);
})();
