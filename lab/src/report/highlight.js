// Highlights one variant and fades the others: while the pointer is over a line, a key of the legend or a row of a table, or
// permanently after a click on a key.
"use strict";
(() => {
  const NUMBER = /(?:^| )(v\d+)(?: |$)/;
  const name = (element) => NUMBER.exec(element.getAttribute?.("class") ?? "")?.[1];
  const marks = [...document.querySelectorAll(".figures svg .line, .figures svg g[class]")];
  const keys = [...document.querySelectorAll(".key")];
  let held = null;

  // Lines are too thin to point at, so each gets a wide invisible copy below it.
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
