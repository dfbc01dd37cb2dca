// Words on the felt: plain, on an arc, and in a pill.

import { s } from "../dom.js";

const UI = '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Liberation Serif", serif';
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * The width of words in units.
 * @param {string} text
 * @param {number} size
 * @param {{bold?: boolean, serif?: boolean, spaced?: number}} how `spaced` in em
 */
export function widthOf(text, size, { bold = false, serif = false, spaced = 0 } = {}) {
  pen.font = `${bold ? 700 : 400} 100px ${serif ? SERIF : UI}`;
  return ((pen.measureText(text).width / 100) * size + text.length * spaced * size) * 1.01;
}

/**
 * Break words into lines of at most this width.
 * @param {string} text
 * @param {number} most
 * @param {(line: string) => number} width
 */
export function lines(text, most, width) {
  /** @type {string[]} */
  const made = [];
  for (const word of text.split(" ")) {
    const last = made[made.length - 1];
    if (last !== undefined && width(`${last} ${word}`) <= most) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y the baseline
 * @param {number} size
 * @param {string} look
 * @param {"start" | "middle" | "end"} anchor
 */
export function words(text, x, y, size, look = "", anchor = "middle") {
  return s("text", { class: look, x, y, "font-size": size, "text-anchor": anchor }, text);
}

/** How many arcs there are: each has an id of its own. */
let arcs = 0;

/** Words printed on the felt, on an arc if they bend. @param {import("./places.js").Words} one */
export function printed(one) {
  const look = one.title ? "print title" : "print";
  if (!one.bend || !one.half) return words(one.text, one.x, one.y, one.size, `${look}${one.title || one.size > 13 ? "" : " label"}`);
  const id = `felt-arc-${++arcs}`;
  const r = (one.half ** 2 + one.bend ** 2) / (2 * one.bend);
  const ends = one.y - one.bend;
  return s("g", {}, ...onArc(id, `M${one.x - one.half} ${ends}A${r} ${r} 0 0 0 ${one.x + one.half} ${ends}`, one.text, { class: look, "font-size": one.size }));
}

/**
 * Words along a path.
 * @param {string} id of the path
 * @param {string} d
 * @param {string} text
 * @param {Record<string, any>} looks
 */
export const onArc = (id, d, text, looks) => [
  s("path", { id, d, fill: "none" }),
  s("text", { ...looks, "text-anchor": "middle" }, s("textPath", { href: `#${id}`, startOffset: "50%" }, text)),
];

const LEAST = 11; // pixels, below which words can't be read

/**
 * A size at which words of another seat can be read.
 * @param {{scale: number}} drawing
 * @param {{scale: number}} at where the seat is
 * @param {number} size that they have if it is large enough
 */
export const legible = (drawing, at, size) => Math.max(size, LEAST / (drawing.scale * at.scale));

/**
 * A size at which words on the felt can be read.
 * @param {{scale: number}} drawing
 * @param {number} size that they have if it is large enough
 */
export const readable = (drawing, size) => legible(drawing, { scale: 1 }, size);

/**
 * Words without their end, if they are too wide.
 * @param {string} text
 * @param {number} most
 * @param {(text: string) => number} width
 */
export function shortened(text, most, width) {
  let shown = text;
  while (shown.length > 2 && width(shown) > most) shown = `${shown.slice(0, -2)}…`.replace("……", "…");
  return shown;
}

/** A pill with words, its centre at 0,0. @param {string} text @param {string} look @param {number} size */
export function pill(text, look, size = 12) {
  const { w, h } = pillSize(text, size);
  return s("g", { class: `pill ${look}` }, s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2 }), words(text, 0, size * 0.35, size));
}

/** How wide and high a pill is. @param {string} text @param {number} size */
export function pillSize(text, size = 12) {
  return { w: widthOf(text, size, { bold: true }) + size * 1.3, h: size * 1.6 };
}
