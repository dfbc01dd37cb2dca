// Chips and stacks of chips in SVG.

import { s } from "../dom.js";

const SPOT = "#F6F1E6";
const DISC = "#FBF7EC";

/** @type {{cents: number, rim: string, figure: string, spot: string, print: string}[]} largest first */
const DENOMINATIONS = [
  { cents: 100_000, rim: "#DE6A17", figure: "#A84A08", spot: SPOT, print: "1K" },
  { cents: 50_000, rim: "#6B3FA3", figure: "#6B3FA3", spot: SPOT, print: "500" },
  { cents: 10_000, rim: "#23272C", figure: "#23272C", spot: SPOT, print: "100" },
  { cents: 2_500, rim: "#1E7B4D", figure: "#1E7B4D", spot: SPOT, print: "25" },
  { cents: 500, rim: "#BE2A38", figure: "#BE2A38", spot: SPOT, print: "5" },
  { cents: 100, rim: "#F1EEE6", figure: "#1F477F", spot: "#2B5DA8", print: "1" },
];
const MOST = 6;
const RISE = 0.2;
const SIXTEENTH = (2 * Math.PI * 81) / 16;

/** The values of chips that there are, in cents, smallest first. */
export const CHIPS = DENOMINATIONS.map((one) => one.cents).reverse();

/** @param {number} cents */
const kind = (cents) => DENOMINATIONS.find((one) => one.cents <= cents) || DENOMINATIONS[DENOMINATIONS.length - 1];

/** @type {Map<string, SVGGElement>} */
const drawn = new Map();

/** A chip, its centre at 0,0. @param {number} cents its value @param {number} r @param {boolean} figure whether it shows its value */
export function chip(cents, r = 24, figure = true) {
  const one = kind(cents);
  let made = drawn.get(one.print);
  if (!made) {
    made = s("g", { class: "chip" },
      s("circle", { r: 100, fill: one.rim, stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 3 }),
      s("circle", { r: 81, fill: "none", stroke: one.spot, "stroke-width": 37, "stroke-dasharray": `${SIXTEENTH} ${SIXTEENTH}`, "stroke-dashoffset": SIXTEENTH / 2 }),
      s("circle", { r: 61, fill: DISC, stroke: "#000", "stroke-opacity": 0.18, "stroke-width": 2 }),
      s("text", { class: "figure", y: one.print.length > 2 ? 18 : 23, "text-anchor": "middle", "font-size": one.print.length > 2 ? 50 : 64, fill: one.figure },
        one.print));
    drawn.set(one.print, made);
  }
  const copy = /** @type {SVGGElement} */ (made.cloneNode(true));
  copy.setAttribute("transform", `scale(${r / 100})`);
  if (!figure) copy.querySelector(".figure")?.remove();
  return copy;
}

/** The chips that make an amount, largest first, at most six. @param {number} cents */
function broken(cents) {
  const chips = [];
  let left = cents;
  for (const one of DENOMINATIONS) {
    while (left >= one.cents && chips.length < MOST) {
      chips.push(one.cents);
      left -= one.cents;
    }
  }
  return chips.length ? chips : [100];
}

/**
 * A stack, the centre of its lowest chip at 0,0. The amount in words stands beside it, which the caller draws.
 * @param {number} cents
 * @param {number} r
 * @param {boolean} figure whether the chips show their value; on small ones it can't be read
 */
export function stack(cents, r = 24, figure = true) {
  const chips = broken(cents);
  return s("g", { class: "stack", "aria-hidden": "true" },
    s("ellipse", { cx: r * 0.06, cy: r * 0.16, rx: r * 1.04, ry: r * 1.02, fill: "#000", "fill-opacity": 0.3 }),
    ...chips.map((value, at) => s("g", { transform: `translate(0 ${-at * RISE * r})` }, chip(value, r, figure))));
}

/** How far a stack rises above the centre of its lowest chip, without the radius. @param {number} cents @param {number} r */
export const rise = (cents, r) => (broken(cents).length - 1) * RISE * r;
