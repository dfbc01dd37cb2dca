// What stands over the cards: the dealer's call, the clock, the meter, the cross, the printed pay table, the banner of a void round.

import { LINES } from "../cross.js";
import { s } from "../dom.js";
import { RATIO, card as drawCard } from "../draw/cards.js";
import { clauseName, dollars, sentence } from "../words.js";
import { columnsX, crossIsOpen, handsAt, inRow, isSmall } from "./hands.js";
import { item } from "./layer.js";
import { legible, lines, pill, readable, widthOf, words } from "./print.js";
import { chosenLine } from "./scene.js";
import { ringOf } from "./seats.js";

/** @import { Item } from "./layer.js" */
/** @import { Drawing } from "./scene.js" */

const HIGH = 35; // a call of one line
const SIGN_FROM = 380; // the width from which a banner has room for a sign
const LARGE_PRINT = { right: 16, titled: 22, size: 14, step: 18, above: 31, gap: 4, below: 14, most: 2 }; // of a banner: sizes, the room round the words, the most lines
const SMALL_PRINT = { left: 9, right: 7, titled: 14, size: 11.5, step: 14, above: 18, gap: 0, below: 8, most: 4 };

/** The dealer's words in a bubble beside the dealer's cards. @param {Drawing} drawing @param {string} said */
export function call(drawing, said) {
  if (!said) return [];
  const { places } = drawing;
  const { x, y, side, most } = bubble(drawing);
  const text = sentence(said);
  const size = places.seats === "strip" ? 16 : 16.5;
  const width = (/** @type {string} */ line) => widthOf(line, size, { bold: true, serif: true });
  const shown = lines(text, most - 26, width);
  const w = Math.max(...shown.map(width)) + 26;
  const h = HIGH + (shown.length - 1) * size * 1.15;
  const left = side === "left" ? -w - 9 : side === "right" ? 9 : -w / 2;
  const tip = side === "left" ? `M-10-8L0 0L-10 8Z` : side === "right" ? `M10-8L0 0L10 8Z` : "";
  return [item("call", text, { x, y }, () => s("g", { class: "call" },
    s("rect", { x: left, y: -h / 2, width: w, height: h, rx: HIGH / 2 }),
    tip ? s("path", { d: tip }) : null,
    ...shown.map((line, at) => words(line, left + w / 2, size * 0.34 + (at - (shown.length - 1) / 2) * size * 1.15, size))))];
}

/** Where the call stands: beside the dealer's cards, or out of the way of a crowd. @param {Drawing} drawing */
function bubble(drawing) {
  const { places, scene } = drawing;
  const { call: usual, crowdedCall: crowded } = places;
  const alone = scene.seat && [...scene.people.keys()].every((seat) => seat === scene.seat);
  const beside = alone ? 0 : scene.seat ? (usual.side === "right" ? scene.seat - 1 : scene.positions - scene.seat) : scene.positions;
  const row = places.cards.dealer;
  const count = row?.sizes ? handsAt(drawing, "dealer")[0]?.cards.length || 1 : 0;
  if (crowded && (beside > 2 || (row?.sizes && count > row.sizes[0] && places.seats === "around"))) return crowded;
  if (usual.side === "left" && row?.sizes) return { ...usual, x: inRow(row, count)[0][0] - 14 };
  return usual;
}

/** @param {Drawing} drawing */
export function meter(drawing) {
  const { scene, places } = drawing;
  const box = places.meter;
  if (!box || scene.meter === null || scene.meter === undefined) return [];
  const { w, h } = box;
  const shows = dollars(scene.meter);
  const size = legible(drawing, { scale: 1 }, h * 0.2);
  return [item("meter", `${w}/${size}`, { x: box.x - w / 2, y: box.y - h / 2 }, () => s("g", { class: "meter", role: "img", "aria-label": `Progressive meter, ${shows}` },
    s("rect", { width: w, height: h, rx: 9 }),
    words("PROGRESSIVE", 13, h * 0.36, size, "meter-label", "start"),
    s("circle", { cx: w - 18, cy: h * 0.28, r: h * 0.065, class: "meter-lamp" }),
    words(shows, 13, h * 0.82, h * 0.42, "meter-figure", "start")))];
}

/** The ring of the clock; `tick` keeps it true. @param {Drawing} drawing */
export function clock(drawing) {
  const { scene, places } = drawing;
  if (!scene.clock || !scene.seat || scene.clock.seat || places.seats === "strip") return []; // the strip has it
  const { r } = places.clock;
  return [item("clock", `${r}`, places.clock, () => s("g", { class: "clock", role: "timer" },
    s("circle", { r: r - 2, class: "clock-ground" }),
    ...ringOf(r - 2, 5),
    words("", 0, 3, r * 0.62, "clock-number"),
    words("seconds", 0, r * 0.48, readable(drawing, r * 0.31), "clock-word")))];
}

/** The lines of a cross, lit where a choice is looked at or was made, and what each makes now. @param {Drawing} drawing */
export function cross(drawing) {
  const { places, scene, layout, holds } = drawing;
  const lit = drawing.lit || chosenLine(layout.hands.get(`seat ${scene.seat}/1`));
  /** @type {{under: Item[], over: Item[]}} */
  const made = { under: [], over: [] };
  for (const [line, { x, y, w, h }] of Object.entries(places.arms || {})) {
    made.under.push(item(`arm/${line}`, `${lit === line}`, { x, y }, () => s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 12, class: lit === line ? "arm lit" : "arm" })));
  }
  if (!scene.seat) return made;
  const [own] = handsAt(drawing, `seat ${scene.seat}`);
  if (!own || own.gone || (own.name && crossIsOpen(drawing))) return made;
  for (const [line, { x, y, w, h }] of Object.entries(places.makes || {})) {
    const shared = LINES[line].map((place) => {
      const [hand] = handsAt(drawing, place);
      return hand && hand.faces[0] === "up" ? hand.cards[0] : null;
    });
    const cards = [...own.cards, ...shared.filter(Boolean), ...shared.filter((one) => !one)];
    const name = holds.makes?.[line] ?? holds.name ?? "";
    const looks = { class: lit === line ? "makes lit" : "makes", role: "group", "aria-label": `${sentence(line)} now${name ? `: ${name}` : ""}` };
    made.over.push(item(`makes/${line}`, `${cards.join()}/${name}/${lit === line}`, { x: x - w / 2, y: y - h / 2 }, () => s("g", looks,
      s("rect", { width: w, height: h, rx: 11 }),
      words(`${line.toUpperCase()} NOW`, 13, 19, 11.5, "makes-title", "start"),
      ...cards.map((one, which) => s("g", { transform: `translate(${13 + which * 29} 27)` }, drawCard(one, { width: 25.5, deck: drawing.deck }))),
      words(sentence(name), 13, h - 10, 12, "makes-name", "start"))));
  }
  return made;
}

/** The printed pay table: the line held now is filled, those still possible are tinted. @param {Drawing} drawing */
export function payBoard({ places, scene, layout, holds }) {
  const board = places.board;
  if (!board || layout.void) return []; // the banner lies there
  const { box, lines } = board;
  const rows = lines.map(([category, name, odds]) => [category, name, scene.pays?.[category] ?? odds]);
  const held = holds.lines?.[0] ?? layout.settled.find((one) => one.seat === scene.seat)?.line;
  const half = Math.ceil(rows.length / 2);
  const high = (box.h - 16) / half;
  const wide = box.w / 2 - 12;
  const possible = new Set(holds.reach);
  const said = `Pays: ${rows.map(([, name, odds]) => `${name} ${odds}`).join(", ")}`;
  return [item("board", `${held}/${[...possible]}/${rows.join()}`, { x: box.x - box.w / 2, y: box.y - box.h / 2 }, () => s("g", { class: "pay-board", role: "img", "aria-label": said },
    s("rect", { width: box.w, height: box.h, rx: 9, class: "board-ground" }),
    ...rows.map(([category, name, odds], at) => {
      const [column, row] = at < half ? [0, at] : [1, at - half];
      const [x, y] = [8 + column * (wide + 8), 8 + row * high];
      return s("g", { class: held === category ? "board-line held" : possible.has(category) ? "board-line possible" : "board-line" },
        s("rect", { x, y: y + 1, width: wide, height: high - 2, rx: 4 }),
        words(name, x + 7, y + high / 2 + 4.8, 13.5, "board-name", "start"),
        words(odds, x + wide - 7, y + high / 2 + 4.8, 13.5, "board-odds", "end"));
    })))];
}

/** The frame round the own hand in play, where there may be several. @param {Drawing} drawing */
export function playing(drawing) {
  const { places, scene, layout } = drawing;
  const set = places.columns;
  const count = scene.seat ? handsAt(drawing, `seat ${scene.seat}`).length : 0;
  if (!set || !count || layout.over || scene.people.get(scene.seat)?.state !== "turn" || isSmall(drawing, scene.hand, count)) return [];
  const { y, w, h } = set.frame;
  const x = columnsX(drawing, count)[Math.max(1, scene.hand) - 1] ?? places.width / 2;
  return [item("playing", "frame", { x, y }, () => s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 14, class: "playing" }))];
}

/** Under the card or at the place that made the round void: what went wrong there. @param {Drawing} drawing */
export function wrongMark(drawing) {
  const { places, scene, layout, memory } = drawing;
  if (!layout.void || !memory.wrong) return [];
  const { place, card, what } = memory.wrong;
  const row = place === `seat ${scene.seat}` ? (places.columns ? undefined : places.cards.own) : places.cards[place];
  const [hand] = handsAt(drawing, place);
  if (!row || !hand) return []; // the seats of others have no room, and the banner says it too
  const spots = inRow(row, hand.cards.length);
  const at = card ? hand.cards.indexOf(card) : -1;
  const middle = at < 0 ? spots.reduce((sum, [x]) => sum + x, 0) / spots.length : spots[at][0];
  const text = what.startsWith("exposed ") ? "Seen too early" : sentence(what);
  return [{ key: `wrong/${place}`, look: text, x: middle + row.w / 2, y: (spots[at] ?? spots[0])[1] + row.w * RATIO - 3, make: () => pill(text, "wrong", readable(drawing, 12)) }];
}

/**
 * What a banner says, the longest first: why, and what a void round gives back. An event says so of each wager.
 * @param {string[]} why
 * @param {Drawing["layout"]} layout
 */
function sayings(why, { settled }) {
  const all = settled.every((one) => one.result === "void");
  const back = all ? "Every stake goes back." : "Every other stake goes back.";
  return [[...why, all ? back : `${back} What was settled before stands.`], [...why, back], [back]];
}

/**
 * The banner of a void round, with as much as it has room for. The card of the result says all of it.
 * @param {Drawing} drawing
 */
export function banner({ places, scene, layout, memory }) {
  if (!layout.void) return [];
  const { x, y, w, h, small } = places.banner;
  const title = scene.banner?.title || `Round void${memory.voided ? `: ${clauseName(memory.voided)}` : ""}`;
  const { left, right, titled, size, step, above, gap, below, most } = small ? SMALL_PRINT : { ...LARGE_PRINT, left: w < SIGN_FROM ? 18 : 76 };
  const set = (/** @type {string} */ line, /** @type {number} */ points) => lines(line, w - left - right, (one) => widthOf(one, points));
  const every = sayings(scene.banner?.lines || [], layout).map((said) => (small ? [said.join(" ")] : said).flatMap((line) => set(line, size)));
  const shown = every.find((said) => said.length <= most) ?? every[every.length - 1];
  const heads = small ? set(title, titled) : [title];
  const first = above + (heads.length - 1) * titled + gap;
  const high = Math.max(h, first + shown.length * step + below);
  return [item("banner", title + shown.join(), { x, y }, () => s("g", { class: "banner", role: "alert" },
    s("rect", { x: -w / 2, y: -high / 2, width: w, height: high, rx: 14 }),
    w < SIGN_FROM ? null : s("path", { d: "M0-16L18 15H-18Z", transform: `translate(${-w / 2 + 42} 0)`, class: "banner-sign" }),
    w < SIGN_FROM ? null : words("!", -w / 2 + 42, 11, 20, "banner-mark"),
    ...heads.map((line, at) => words(line, -w / 2 + left, -high / 2 + above + at * titled, titled, "banner-title", "start")),
    ...shown.map((line, at) => words(line, -w / 2 + left, -high / 2 + first + (at + 1) * step, size, "banner-line", "start"))))];
}
