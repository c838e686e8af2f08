// Points at one variant: its lines, dots and rows stay, the others fade. By hovering over a line, a legend's key or a table's row; a click
// on a key holds it.
"use strict";
(() => {
  const NUMBER = /(?:^| )(v\d+)(?: |$)/;
  const name = (element) => NUMBER.exec(element.getAttribute?.("class") ?? "")?.[1];
  const marks = [...document.querySelectorAll(".figures svg .line, .figures svg g[class]")];
  const keys = [...document.querySelectorAll(".key")];
  let held = null;

  // A line is thin: what a pointer meets is a wide one under it that is not seen.
  for (const line of marks.filter((mark) => mark.matches(".line"))) {
    const wide = line.cloneNode(true);
    wide.setAttribute("class", `hit ${name(line)}`);
    line.before(wide);
  }

  function light(variant) {
    for (const mark of marks) {
      mark.classList.toggle("faded", variant !== null && name(mark) !== variant);
      mark.classList.toggle("lit", name(mark) === variant);
    }
    for (const key of keys) {
      key.classList.toggle("lit", name(key) === variant);
      key.setAttribute("aria-pressed", String(held !== null && name(key) === held));
    }
  }

  function variantOf(element) {
    for (let at = element; at instanceof Element; at = at.parentElement) {
      if (name(at)) return name(at);
    }
    return null;
  }

  document.addEventListener("pointerover", (event) => light(variantOf(event.target) ?? held));
  document.addEventListener("focusin", (event) => light(event.target.matches(".key") ? name(event.target) : held));
  for (const key of keys) {
    key.addEventListener("click", () => {
      held = held === name(key) ? null : name(key);
      light(held);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") light((held = null));
  });
})();
