// What lies on a felt as circles and boxes, and which of them touch. Cards of one hand count as one thing.
() => {
  const round = (e) => {
    const b = e.getBoundingClientRect();
    return { cx: b.x + b.width / 2, cy: b.y + b.height / 2, r: b.width / 2 };
  };
  const box = (e) => {
    const b = e.getBoundingClientRect();
    return { x: b.x, y: b.y, right: b.right, bottom: b.bottom };
  };
  // Words on an arc: a box for each letter.
  const letters = (e) => {
    const { a: scale, e: x, f: y } = e.getScreenCTM();
    return Array.from({ length: e.getNumberOfChars() }, (_, at) => {
      const b = e.getExtentOfChar(at);
      return { x: x + b.x * scale, y: y + (b.y + b.height * 0.25) * scale, right: x + (b.x + b.width) * scale, bottom: y + (b.y + b.height * 0.85) * scale };
    });
  };
  const things = [];
  const add = (name, e, own = "") => things.push({ name, own, ...(e.tagName === "circle" ? round(e) : box(e)) });
  const all = (selector) => [...document.querySelector(".felt").querySelectorAll(selector)];
  const key = (e) => e.closest("[data-key]").dataset.key;
  const hands = new Map();
  for (const e of all("[data-key^='card/'] .card-face")) {
    const hand = key(e).split("/").slice(0, 3).join("/");
    const b = box(e);
    const h = hands.get(hand);
    hands.set(hand, h ? { x: Math.min(h.x, b.x), y: Math.min(h.y, b.y), right: Math.max(h.right, b.right), bottom: Math.max(h.bottom, b.bottom) } : b);
  }
  for (const [name, b] of hands) things.push({ name, own: name, ...b });
  for (const e of all(".area .shape")) add(key(e), e, key(e));
  for (const e of all(".area > text.label:not(.inside)")) add(`label of ${key(e)}`, e, key(e));
  const bets = (e) => `bets of ${key(e).match(/\d+/)[0]}`; // chips lie on the areas of their seat
  for (const e of all(".hand-name")) add(key(e), e, key(e));
  for (const e of all(".other-area .shape, [data-key^='chips/seat '] .chip > circle:first-child, [data-key^='won/seat '] .chip > circle:first-child")) add(key(e), e, bets(e));
  for (const e of all(".pill.total rect")) add(key(e), e, key(e).replace("total/", "card/").replace(/dealer$/, "dealer/1")); // it may stand on its own cards
  for (const e of all(".plate-ground, .plate.open rect, .strip-seat .avatar")) add(key(e), e, key(e));
  for (const e of all(".pill.tag rect")) add(key(e), e, key(e).replace("tag/", "area/")); // it may stand on its own area, but not on the name of it
  for (const e of all(".pill.wrong rect")) add(key(e), e, `${key(e).replace("wrong/", "card/")}/1`);
  for (const e of all(".pill:not(.total, .tag, .wrong) rect, .makes > rect:first-child, .clock-ground, .meter rect, .board-ground, .call rect, .banner > rect")) add(key(e), e, key(e));
  for (const e of all(".slot-price")) add(`price of ${key(e)}`, e, key(e));
  for (const e of all(".layer-ground text.print, .layer-ground text.felt-note:not(.on-device), .tray, .device")) {
    if (getComputedStyle(e).visibility === "hidden") continue; // a void round has no print
    const name = `print ${e.textContent || e.getAttribute("class")}`;
    if (e.querySelector?.("textPath")) letters(e).forEach((b) => things.push({ name, own: name, ...b }));
    else add(name, e);
  }
  // The frame round the own hand in play holds what is ours alone.
  const others = new Set(all("[data-key^='plate/']").map((e) => key(e).slice("plate/".length)));
  const theirs = ({ name }) => others.has(name.match(/(?:seat |^(?:plate|sum|bet)\/)(\d+)/)?.[1]);
  const frame = all("rect.playing").map(box)[0];
  const near = (v, low, high) => Math.max(low - v, 0, v - high);
  const SLACK = 1.5; // hairlines may touch
  const touch = (a, b) => {
    if (a.r && b.r) return Math.hypot(a.cx - b.cx, a.cy - b.cy) < a.r + b.r - SLACK;
    if (b.r) return touch(b, a);
    if (a.r) return Math.hypot(near(a.cx, b.x, b.right), near(a.cy, b.y, b.bottom)) < a.r - SLACK;
    return a.x < b.right - SLACK && b.x < a.right - SLACK && a.y < b.bottom - SLACK && b.y < a.bottom - SLACK;
  };
  const found = [];
  const words = ({ name }) => /^(tag\/|label of |price of )/.test(name);
  const together = (a, b) => a.own && a.own === b.own && !(words(a) && words(b));
  things.forEach((a, at) => {
    for (const b of things.slice(at + 1)) if (!together(a, b) && touch(a, b)) found.push(`${a.name} and ${b.name}`);
  });
  if (frame) for (const one of things) if (theirs(one) && touch(frame, one)) found.push(`${one.name} and the frame`);
  const felt = document.querySelector(".felt").getBoundingClientRect();
  for (const one of things) {
    const b = one.r ? { x: one.cx - one.r, right: one.cx + one.r, y: one.cy - one.r, bottom: one.cy + one.r } : one;
    if (b.x < felt.x - SLACK || b.right > felt.right + SLACK || b.y < felt.y - SLACK || b.bottom > felt.bottom + SLACK) found.push(`${one.name} lies outside`);
  }
  return { count: things.length, found };
};
