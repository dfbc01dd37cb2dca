// Cards in SVG. A card is drawn once at a width of 100, and then copied at the width that is asked for.

import { s } from "../dom.js";
import { cardName, printed } from "../words.js";

export const RATIO = 1.4; // height by width
const FULL = 76; // from this width in pixels on, a card has a full face

const FACE = "#FCFAF4";
/** @type {Record<string, string>} */
const INKS = { s: "#14181C", c: "#14181C", h: "#C4122F", d: "#C4122F" };
/** @type {Record<number, string>} */
const BACKS = { 1: "#23375F", 2: "#7A1E2E" };
const BRASS = "#D9AE5B";

const [LEFT, MIDDLE, RIGHT] = [31, 50, 69];
const CORNERS = both([LEFT, RIGHT], [25.5, 114.5]);
const SIDES = [...CORNERS, ...both([LEFT, RIGHT], [70])];
const FOURS = both([LEFT, RIGHT], [25.5, 55, 85, 114.5]);
/** @type {Record<string, number[][]>} where the pips lie */
const PIPS = {
  2: both([MIDDLE], [25.5, 114.5]),
  3: both([MIDDLE], [25.5, 70, 114.5]),
  4: CORNERS,
  5: [...CORNERS, [MIDDLE, 70]],
  6: SIDES,
  7: [...SIDES, [MIDDLE, 47.5]],
  8: [...SIDES, [MIDDLE, 47.5], [MIDDLE, 92.5]],
  9: [...FOURS, [MIDDLE, 70]],
  T: [...FOURS, [MIDDLE, 40], [MIDDLE, 100]],
};
/** @type {Record<string, string>} what a court wears, in the upper half */
const WORN = {
  K: "M34 43L31 23.5L42 32L50 17L58 32L69 23.5L66 43ZM33.5 44.5H66.5V47.5H33.5ZM28.8 22.4a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M47.8 15.4a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0M66.8 22.4a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0",
  Q: "M34 43C35 35 33 28 32.5 23C38 25 42 28 43.5 31C44 26 47 20 50 16.5C53 20 56 26 56.5 31C58 28 62 25 67.5 23C67 28 65 35 66 43ZM35 44.5H65V47H35Z",
  J: "M34 41C31 29 38 22 50 22C62 22 69 29 66 41ZM33 42.5H67V47H33ZM56 22C58 16 64 13.5 71 14C70 20 66 24 59 24.5Z",
};

/** @param {number[]} xs @param {number[]} ys */
function both(xs, ys) {
  return ys.flatMap((y) => xs.map((x) => [x, y]));
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} turned
 */
function pip(suit, x, y, size, turned = false) {
  return s("path", { d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${turned ? -size : size})` });
}

/** @param {string} rank @param {string} suit */
function corner(rank, suit) {
  const ten = rank === "T";
  return s("g", {},
    s("text", { class: "index", x: 13.5, y: 25, "text-anchor": "middle", "font-size": ten ? 21.5 : 25, "letter-spacing": ten ? -2 : 0 },
      printed(rank)),
    pip(suit, 13.5, 37, 16.5));
}

/** @param {string} rank @param {string} suit */
function court(rank, suit) {
  const half = () => [s("path", { d: WORN[rank] }), pip(suit, 50, 54, 14)];
  return [
    s("rect", { x: 25, y: 15.5, width: 50, height: 109, rx: 3, "fill-opacity": 0.07, stroke: INKS[suit], "stroke-opacity": 0.5, "stroke-width": 0.8 }),
    ...half(),
    s("g", { transform: "rotate(180 50 70)" }, ...half()),
    s("path", { d: "M25 78.5L75 61.5", stroke: "#B0852B", "stroke-width": 1.5, fill: "none" }),
    s("path", { d: "M25 75L75 58M25 82L75 65", stroke: "#B0852B", "stroke-width": 0.6, "stroke-opacity": 0.5, fill: "none" }),
  ];
}

/** @param {string} rank @param {string} suit */
function full(rank, suit) {
  const inside = [];
  if (rank === "A") {
    for (const r of [28, 30]) inside.push(s("circle", { cx: 50, cy: 70, r, fill: "none", stroke: "#14181C", "stroke-opacity": 0.22, "stroke-width": 0.7 }));
    inside.push(pip(suit, 50, 70, 36));
  } else if (PIPS[rank]) {
    inside.push(...PIPS[rank].map(([x, y]) => pip(suit, x, y, 17.5, y > 70)));
  } else {
    inside.push(...court(rank, suit));
  }
  const turned = corner(rank, suit);
  turned.setAttribute("transform", "rotate(180 50 70)");
  return [...inside, corner(rank, suit), turned];
}

/** @param {string} rank @param {string} suit */
function compact(rank, suit) {
  const ten = rank === "T";
  return [
    s("text", { class: "index", x: ten ? 4 : 7, y: 44, "font-size": ten ? 51 : 52, "letter-spacing": ten ? -6 : 0 }, printed(rank)),
    pip(suit, 25, 68, 33),
    pip(suit, 68, 106, 50),
  ];
}

/** The lattice of a back, in one path. */
const LATTICE = both([12, 21.5, 31, 40.5, 50, 59.5, 69, 78.5, 88], [12.5, 22, 31.5, 41, 50.5, 60, 69.5, 79, 88.5, 98, 107.5, 117, 126.5])
  .map(([x, y]) => `M${x - 3.4} ${y}l3.4-3.4l3.4 3.4l-3.4 3.4Z`)
  .join("");

/** @param {number} deck @param {boolean} large */
function back(deck, large) {
  return [
    s("rect", { x: 4, y: 4, width: 92, height: 132, rx: 5, fill: BACKS[deck] || BACKS[1] }),
    s("path", { d: LATTICE, fill: "none", stroke: BRASS, "stroke-opacity": 0.3, "stroke-width": 0.8 }),
    s("rect", { x: 8.5, y: 8.5, width: 83, height: 123, rx: 4, fill: "none", stroke: BRASS, "stroke-opacity": 0.75, "stroke-width": large ? 1.1 : 2 }),
    large
      ? [
          s("circle", { cx: 50, cy: 70, r: 20, fill: BACKS[deck] || BACKS[1], stroke: BRASS, "stroke-width": 1.2 }),
          s("text", { class: "monogram", x: 50, y: 79, "text-anchor": "middle", "font-size": 26, fill: BRASS }, "P"),
        ]
      : s("path", { d: "M50 52L64 70L50 88L36 70Z", fill: BRASS }),
  ].flat();
}

/** @type {Map<string, SVGGElement>} */
const drawn = new Map();

/**
 * @param {string} key
 * @param {string | null} code
 * @param {boolean} large
 * @param {number} deck
 */
function template(key, code, large, deck) {
  const made = s("g", { class: "card" },
    s("rect", { class: "card-shadow", x: 0, y: 3, width: 100, height: 140, rx: 7.5, fill: "#000", "fill-opacity": 0.28 }),
    s("rect", { class: "card-face", width: 100, height: 140, rx: 7.5, fill: FACE, stroke: "#000", "stroke-opacity": 0.22, "stroke-width": 1 }));
  if (code) {
    const [rank, suit] = code;
    made.append(s("g", { class: `ink ink-${suit}`, fill: INKS[suit] }, ...(large ? full(rank, suit) : compact(rank, suit))));
  } else {
    made.append(...back(deck, large));
  }
  drawn.set(key, made);
  return made;
}

/**
 * A card, its top left corner at 0,0.
 * @param {string | null} code "As"; null for a card that lies face down or was not seen
 * @param {{width: number, scale?: number, deck?: number}} how `width` in units, `scale` pixels a unit (what is small gets a compact face)
 */
export function card(code, { width, scale = 1, deck = 1 }) {
  const large = width * scale >= (code ? FULL : 52);
  const key = `${code || `back${deck}`}/${large}`;
  const made = /** @type {SVGGElement} */ ((drawn.get(key) || template(key, code, large, deck)).cloneNode(true));
  made.setAttribute("transform", `scale(${width / 100})`);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", cardName(code));
  return made;
}

/** A card in a line of text. @param {string | null} code @param {number} width in pixels @param {number} deck */
export function inlineCard(code, width = 24, deck = 1) {
  const inside = card(code, { width, deck });
  inside.removeAttribute("role");
  inside.removeAttribute("aria-label");
  return s("svg", { class: "inline-card", width, height: width * RATIO + 1, viewBox: `0 0 ${width} ${width * RATIO + 1}`, role: "img", "aria-label": cardName(code) },
    inside);
}

/** @type {Record<string, string>} */
const SUIT_PATHS = {
  s: "M0-.48C.1-.26.46-.1.46.15C.46.35.19.41.06.21C.07.36.12.42.19.46L-.19.46C-.12.42-.07.36-.06.21C-.19.41-.46.35-.46.15C-.46-.1-.1-.26 0-.48Z",
  h: "M0 .46C-.1.26-.48.04-.48-.2C-.48-.4-.28-.47-.14-.41C-.06-.37-.02-.3 0-.24C.02-.3.06-.37.14-.41C.28-.47.48-.4.48-.2C.48.04.1.26 0 .46Z",
  d: "M0-.5C.1-.3.22-.14.38 0C.22.14.1.3 0 .5C-.1.3-.22.14-.38 0C-.22-.14-.1-.3 0-.5Z",
  c: "M-.23-.24A.23.23 0 1 1 .23-.24A.23.23 0 0 1 .13-.05A.23.23 0 1 1 .06.21C.07.36.12.42.19.46L-.19.46C-.12.42-.07.36-.06.21A.23.23 0 1 1-.13-.05A.23.23 0 0 1-.23-.24Z",
};
