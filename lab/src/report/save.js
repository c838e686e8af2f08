// Saves tables as CSV, and charts as SVG or PNG, without a network.
"use strict";
(() => {
  const SVG = document.querySelector("svg")?.namespaceURI;
  // What the style sheet decides about a mark, written into the saved file.
  const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-family", "font-size",
    "font-weight", "text-anchor", "vector-effect", "image-rendering"];
  const MARGIN = 12; // around a saved chart, px
  const SCALE = 2; // pixels of a PNG per px

  function save(name, content) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // A file's name: the section and what was saved, in letters and digits.
  function fileName(element, title, ending) {
    const section = element.closest("section")?.querySelector("h2")?.textContent ?? "";
    const words = `${section} ${title}`.toLowerCase().match(/[a-z0-9]+/g) ?? ["report"];
    return `${words.join("-").slice(0, 80)}.${ending}`;
  }

  // The cells of a table as CSV. Minus signs become hyphens, which programs read as numbers.
  function csv(table) {
    const cell = (cell) => {
      const text = cell.textContent.trim().replaceAll("\u2212", "-");
      return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return [...table.rows].map((row) => [...row.cells].map(cell).join(",") + "\n").join("");
  }

  function make(tag, attributes, text) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // A copy of a drawing that looks the same without the page's style sheet.
  function styled(drawing) {
    const copy = drawing.cloneNode(true);
    const copies = [copy, ...copy.querySelectorAll("*")];
    [drawing, ...drawing.querySelectorAll("*")].forEach((original, k) => {
      if (original.matches("title, desc")) return;
      const style = getComputedStyle(original);
      if (style.display === "none" || original.matches(".hit")) return copies[k].remove();
      for (const name of STYLES) copies[k].setAttribute(name, style.getPropertyValue(name));
      copies[k].removeAttribute("class");
    });
    return copy;
  }

  // The lines of a text as they are laid out on the page.
  function lines(node) {
    const found = [];
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      const last = found.at(-1);
      if (last && Math.abs(last.box.top - box.top) < 2) last.text += ` ${word}`;
      else if (box.width > 0) found.push({ text: word, box });
    }
    return found;
  }

  // Adds an element of the page with its drawings, pictures and texts, moved by x and y.
  function add(svg, element, x, y) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node.nodeType === Node.TEXT_NODE || !node.parentElement.closest("svg") && !node.closest(".save")
        ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (node.parentElement.closest("svg")) continue;
        const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(node.parentElement);
        const look = { fill: color, "font-family": fontFamily, "font-size": fontSize, "font-weight": fontWeight };
        for (const { text, box } of lines(node)) {
          svg.append(make("text", { ...look, x: box.left + x, y: box.bottom + y - box.height * 0.24 }, text));
        }
      } else if (node.matches("svg, img") && getComputedStyle(node).display !== "none") {
        const { left, top, width, height } = node.getBoundingClientRect();
        const place = { x: left + x, y: top + y, width, height };
        const copy = node.matches("svg") ? styled(node) : make("image", { href: node.src, preserveAspectRatio: "none" });
        for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
        svg.append(copy);
      }
    }
  }

  // A figure as one drawing: the title of its section and its own, what it shows, its caption, and the legend of its lines.
  function drawing(figure) {
    const box = figure.getBoundingClientRect();
    const width = box.width + 2 * MARGIN;
    const svg = make("svg", { xmlns: SVG });
    const section = figure.closest("section").querySelector("h2");
    add(svg, section, 2 * MARGIN - section.getBoundingClientRect().left, MARGIN - section.getBoundingClientRect().top);
    const top = section.getBoundingClientRect().height + MARGIN;
    add(svg, figure, MARGIN - box.left, top - box.top);
    let [x, y] = [MARGIN, top + figure.querySelector("figcaption").getBoundingClientRect().bottom - box.top + MARGIN];
    const keys = [...figure.closest("section").querySelectorAll(".key")].filter((key) => hasLine(figure, key));
    for (const key of keys) {
      const room = key.getBoundingClientRect();
      if (x > MARGIN && x + room.width > width - MARGIN) [x, y] = [MARGIN, y + room.height];
      add(svg, key, x - room.left, y - room.top);
      x += room.width + MARGIN;
    }
    const height = Math.ceil(y + (keys.length ? keys[0].getBoundingClientRect().height + MARGIN : 0));
    const size = { width: Math.ceil(width), height, viewBox: `0 0 ${Math.ceil(width)} ${height}` };
    for (const [name, value] of Object.entries(size)) svg.setAttribute(name, value);
    svg.prepend(make("rect", { width: "100%", height: "100%", fill: getComputedStyle(figure).backgroundColor }));
    return svg;
  }

  // Whether a figure draws the variant of a legend's key as a line.
  function hasLine(figure, key) {
    const variant = /(?:^| )(v\d+)(?: |$)/.exec(key.className)?.[1];
    return variant !== undefined && figure.querySelector(`path.line.${variant}`) !== null;
  }

  const text = (svg) => new XMLSerializer().serializeToString(svg);

  async function png(svg) {
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(text(svg))}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = ["width", "height"].map((side) => SCALE * svg.getAttribute(side));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  // Adds a row of buttons, each with its label and what it saves.
  function buttons(place, what, all) {
    const row = document.createElement("p");
    row.className = "save";
    for (const [label, work] of all) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-label", `${label}: ${what}`);
      button.addEventListener("click", work);
      row.append(button);
    }
    place.append(row);
  }

  for (const table of document.querySelectorAll(".scroll > table")) {
    const title = table.caption?.textContent.trim() ?? "";
    const row = document.createElement("div");
    table.parentElement.after(row);
    buttons(row, title, [["Save as CSV", () => save(fileName(table, "table", "csv"), new Blob([csv(table)], { type: "text/csv" }))]]);
  }
  for (const figure of document.querySelectorAll(".figures > figure")) {
    const title = figure.querySelector("h4")?.textContent ?? "";
    buttons(figure, title, [
      ["Save as SVG", () => save(fileName(figure, title, "svg"), new Blob([text(drawing(figure))], { type: "image/svg+xml" }))],
      ["Save as PNG", async () => save(fileName(figure, title, "png"), await png(drawing(figure)))],
    ]);
  }
})();
