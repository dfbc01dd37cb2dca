// The parts of the table screen beside the felt: which of them touch, leave the window, or hold words that do not fit.
() => {
  const SLACK = 1;
  const seen = (e) => {
    const { width, height } = e.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(e).visibility !== "hidden" && !e.closest("[hidden], .unseen");
  };
  const named = (e) => (e.id ? `#${e.id}` : `${e.tagName.toLowerCase()}.${e.getAttribute("class")}`) + ` ${(e.getAttribute("aria-label") || e.textContent || "").slice(0, 30)}`;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const things = all(
    "#bar .brand, #bar .where, #bar .end > *, .felt-place, .actions button.chip, .actions > .menu-button, .actions > .moment:not(:empty), .actions .stepper > *, .choices .act, .rail-line, .rail .tab, .rail-panel",
  );
  const found = [];
  const touch = (p, q, slack = SLACK) => p.left < q.right - slack && q.left < p.right - slack && p.top < q.bottom - slack && q.top < p.bottom - slack;
  const EDGE = 12; // the round edge of the rail lies over the felt
  things.forEach((a, at) => {
    const p = a.getBoundingClientRect();
    if (p.left < -SLACK || p.top < -SLACK || p.right > innerWidth + SLACK || p.bottom > innerHeight + SLACK) found.push(`${named(a)} leaves the window`);
    for (const b of things.slice(at + 1)) {
      const edge = a.matches(".felt-place") && b.closest(".rail");
      if (touch(p, b.getBoundingClientRect(), edge ? EDGE : SLACK)) found.push(`${named(a)} and ${named(b)}`);
    }
  });
  for (const e of all(".choices .act b, .rail .tab, .rail .net, .rail .answer, .axis .verb, .lines b")) {
    const holds = e.closest("button, li, section") ?? e;
    if (e.getBoundingClientRect().right > holds.getBoundingClientRect().right + SLACK) found.push(`${named(e)} does not fit`);
  }
  for (const e of all(".hint > *")) {
    const words = document.createRange();
    words.selectNodeContents(e);
    for (const other of all(".felt .area .shape, .felt .area > text.label, .felt .plate-ground"))
      if (touch(words.getBoundingClientRect(), other.getBoundingClientRect(), 2)) found.push(`hint ${e.textContent} and ${other.closest("[data-key]").dataset.key}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return { count: things.length, found };
};
