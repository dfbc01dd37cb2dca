// The cloth, the rail, the print and the furniture of a table: what lies still.

import { s } from "../dom.js";
import { onArc, printed, readable, words } from "./print.js";

/** @import { Places, Box, Words } from "./places.js" */

/** Colours of the columns in the inventory, dearest first. */
const COLUMNS = ["#DE6A17", "#6B3FA3", "#6B3FA3", "#23272C", "#23272C", "#23272C", "#1E7B4D", "#1E7B4D", "#1E7B4D", "#1E7B4D", "#BE2A38", "#BE2A38", "#BE2A38", "#BE2A38", "#2B5DA8", "#2B5DA8", "#2B5DA8"];
const FILLED = [9, 8, 5, 9, 8, 5, 9, 8, 5, 9, 8, 5, 9, 8, 5, 9, 8];

let felts = 0;

/**
 * The cloth and the rail. Ellipses as in the wide layout: the edge of the felt, the brass line, the outer edge of the leather.
 * @param {Places} places
 * @param {{x: number, y: number, w: number, h: number}} view what can be seen, in units
 */
export function cloth(places, view) {
  const id = `felt-${++felts}`;
  const u = places.width / 1000;
  const strip = places.seats === "strip";
  const tall = places.height / places.width / 0.675; // upright, the ellipse is deeper
  const [cx, cy] = [places.width / 2, 150 * u * tall];
  const ring = (/** @type {number} */ rx, /** @type {number} */ ry) => ({ cx, cy, rx: rx * u, ry: ry * u * tall });
  const all = { x: view.x - 2, y: view.y - 2, width: view.w + 4, height: view.h + 4 };
  const stop = (/** @type {string} */ at, /** @type {string} */ look) => s("stop", { offset: at, class: look });
  return [
    s("defs", {},
      s("radialGradient", { id: `${id}-light`, gradientUnits: "userSpaceOnUse", cx, cy: places.height * 0.18, r: places.width * (strip ? 1.05 : 0.66) },
        stop("0", "cloth-centre"), stop("0.5", "cloth-middle"), stop("1", "cloth-edge")),
      s("radialGradient", { id: `${id}-rail`, gradientUnits: "userSpaceOnUse", cx, cy, r: 588 * u, gradientTransform: `translate(0 ${cy * (1 - (563 / 588) * tall)}) scale(1 ${(563 / 588) * tall})` },
        stop("0.93", "rail-inner"), stop("0.965", "rail-top"), stop("1", "rail-outer")),
      s("pattern", { id: `${id}-weave`, width: 4, height: 4, patternUnits: "userSpaceOnUse" },
        s("path", { d: "M0 0h2v2h-2zM2 2h2v2h-2z", class: "weave" })),
      s("linearGradient", { id: `${id}-shade`, x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "shade-in"), stop("1", "shade-out"))),
    strip
      ? [s("rect", { ...all, fill: `url(#${id}-light)` }), s("rect", { ...all, fill: `url(#${id}-weave)` })]
      : [
          s("rect", { ...all, class: "beyond" }),
          s("ellipse", { ...ring(588, 563), fill: `url(#${id}-rail)`, class: "leather" }),
          s("ellipse", { ...ring(553, 535), fill: `url(#${id}-light)`, class: "cloth-shape" }),
          s("ellipse", { ...ring(553, 535), fill: `url(#${id}-weave)` }),
          s("ellipse", { ...ring(541, 526), class: "brass-line" }),
        ],
    places.strip && s("rect", { x: all.x, y: 0, width: all.width, height: places.strip, class: "strip" }),
    !strip && view.y + view.h > places.height && s("rect", { x: all.x, y: places.height, width: all.width, height: 60, fill: `url(#${id}-shade)` }),
  ]
    .flat()
    .filter((one) => typeof one === "object");
}

/** @param {Box} box */
function inventory({ x, y, w, h }) {
  const [left, top] = [x - w / 2, y - h / 2];
  const step = (w - 22) / COLUMNS.length;
  const columns = COLUMNS.map((colour, at) => {
    const [cx, high] = [left + 8 + at * step, FILLED[at] * 3.5];
    const bottom = top + h - 6.5;
    return s("g", {},
      s("rect", { x: cx + 0.8, y: bottom - high, width: step - 1.6, height: high, fill: colour, rx: 1.2 }),
      ...[0, 1, 2, 3].map((which) => s("path", {
        d: `M${cx + 0.8 + ((which + 0.5) * (step - 1.6)) / 4} ${bottom - high}V${bottom}`, stroke: "#F6F1E6",
        "stroke-width": (step - 1.6) / 4.6, "stroke-dasharray": "2.9 4.1", "stroke-dashoffset": which % 2 ? 3.2 : -0.3, "stroke-opacity": 0.9,
      })));
  });
  return s("g", { class: "inventory", role: "img", "aria-label": "the table's chips" },
    s("rect", { x: left, y: top, width: w, height: h, rx: 8, class: "tray" }),
    s("rect", { x: left + 5, y: top + 4, width: w - 10, height: h - 9, rx: 4, class: "tray-inside" }),
    ...columns);
}

/**
 * @param {NonNullable<Places["shoe"]>} one
 * @param {number} decks in the shoe; 0 if nobody says how many
 * @param {number} least the smallest size of words
 */
function shoe({ box: { x, y, w, h }, words: said, deck, ramp }, decks, least) {
  const [left, top] = [x - w / 2, y - h / 2];
  const fill = deck === 2 ? "#7A1E2E" : "#23375F";
  const side = Math.min(38, w - 20);
  if (ramp) {
    return s("g", { class: "shoe" },
      s("path", { d: `M${left} ${top + h * 0.45}L${left + w * 0.78} ${top}H${left + w}V${top + h}H${left}Z`, class: "device" }),
      s("rect", { x: left + 6, y: top + h - 31, width: 26, height: 25, rx: 3, fill, class: "pack" }),
      s("rect", { x: left + w * 0.83, y: top + 5, width: 2.4, height: h - 8, class: "cut-card" }),
      words(decks && w > 120 ? `${said[0]}, ${decks} decks` : said[0], left + 38, top + h - 12, Math.max(11, least), "felt-note on-device", "start"));
  }
  return s("g", { class: "shoe" },
    s("rect", { x: left, y: top, width: w, height: h, rx: 7, class: "device" }),
    s("rect", { x: left + 10, y: y - side / 2 + 1, width: side, height: side - 2, rx: 4, fill, class: "pack" }),
    w > 70 && s("path", { d: `M${left + w - 10} ${y - 8}V${y + 17}H${left + w - 34}Z`, class: "chute" }),
    ...said.map((line, at) => words(line, left + w + 8, y - 3 + at * 15.5, Math.max(11.5, least), "felt-note", "start")));
}

/** @param {Box} box @param {number} least the smallest size of words */
function rack({ x, y, w, h }, least) {
  const [left, top] = [x - w / 2, y - h / 2];
  const size = Math.max(11.5, least);
  return s("g", { class: "rack" },
    s("rect", { x: left, y: top, width: w, height: h, rx: 7, class: "device" }),
    ...[0, 1, 2, 3, 4, 5].map((at) => s("rect", { x: left + 11, y: top + 13 + at * 5.4, width: 41, height: 3.6, rx: 1, class: "discard" })),
    words("Discard", left + 60, y - 3, size, "felt-note on-device", "start"),
    words("rack", left + 60, y + 12, size, "felt-note on-device", "start"));
}

/** @param {NonNullable<Places["insurance"]>} one @param {number} least the smallest size of words */
function insurance({ x, y, half, r, thick, text }, least) {
  const id = `felt-line-${++felts}`;
  const arc = (/** @type {number} */ dy, /** @type {number} */ wide) => `M${x - wide} ${y + dy}A${r} ${r} 0 0 0 ${x + wide} ${y + dy}`;
  const back = `L${x + half - 6} ${y + thick}A${r} ${r} 0 0 1 ${x - half + 6} ${y + thick}Z`;
  return s("g", { class: "insurance-line" },
    s("path", { d: arc(0, half) + back, class: "line-fill" }),
    s("path", { d: arc(0, half), class: "line-edge" }),
    s("path", { d: arc(thick, half - 6), class: "line-edge" }),
    ...onArc(id, arc(thick * 0.68, half), text.toUpperCase(), { class: "print", "font-size": Math.max(least, Math.min(13.5, thick * 0.5)) }));
}

/** @param {Places} places @param {number} decks @param {number} least the smallest size of words */
export function furniture(places, decks = 0, least = 0) {
  const made = [];
  if (places.insurance) made.push(insurance(places.insurance, least));
  made.push(...places.print.map((one) => printed({ ...one, size: Math.max(one.size, least) })));
  if (places.inventory) made.push(inventory(places.inventory));
  if (places.shoe) made.push(shoe(places.shoe, decks, least));
  if (places.rack) made.push(rack(places.rack, least));
  const frame = places.frame;
  if (frame) made.push(s("rect", { x: frame.x - frame.w / 2, y: frame.y - frame.h / 2, width: frame.w, height: frame.h, rx: 14, class: "printed-frame" }));
  const texts = [...(places.also || []).filter((one) => !one.needs), ...(places.armNames || [])];
  made.push(...texts.map((one) => beside(one, least)));
  return made;
}

/** @param {Words} one @param {number} least the smallest size of words */
const beside = (one, least) => words(one.text.toUpperCase(), one.x, one.y, Math.max(one.size, least), "print label");

/** Print that belongs to a wager which not every table has. @param {import("./scene.js").Drawing} drawing */
export function printedFor(drawing) {
  const { places, scene, layout } = drawing;
  const least = readable(drawing, 0);
  const there = (/** @type {string} */ wager) => scene.areas.has(`${wager}/1`) || layout.stakesOf(scene.seat).some((one) => one.wager === wager);
  return (places.also || [])
    .filter((one) => one.needs && there(one.needs))
    .map((one) => ({ key: `print/${one.text}`, look: "print", x: 0, y: 0, make: () => [beside(one, least), s("path", { d: `M${one.x - 67} ${one.y + 7}h134`, class: "printed-rule" })] }));
}

/** Where chips of the house come from and go to. @param {Places} places */
export const house = (places) => places.inventory || { x: places.width / 2, y: places.strip || 20 };

/** Where cards come from. @param {Places} places */
export const dealtFrom = (places) => (places.shoe ? places.shoe.box : { x: places.width, y: (places.strip || 66) + 20 });

/** Where cards go to. @param {Places} places */
export const discarded = (places) => places.rack || { x: 0, y: (places.strip || 0) + 20 };
