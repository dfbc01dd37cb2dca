// The cards of other seats: in a row above each plate, or on a phone where one asks for them. Split hands share the room, the first at our right.

import { s } from "../dom.js";
import { RATIO, card } from "../draw/cards.js";
import { dollars, sentence } from "../words.js";
import { cardsOf, group, handsAt } from "./hands.js";
import { item } from "./layer.js";
import { legible, pill, readable, widthOf, words } from "./print.js";
import { net } from "./scene.js";
import { stripX } from "./seats.js";

/** @import { Shown } from "./hands.js" */
/** @import { Item } from "./layer.js" */
/** @import { Drawing } from "./scene.js" */
/** @import { Seated } from "./seats.js" */

const EDGE = 4; // between the cards and the edge of the felt
const LEAST = 24; // the width of the smallest cards, at full scale
const PLATE = 122; // a single hand is no wider than its plate

/**
 * Hands side by side, the first at the right: how wide their cards are, and where each hand begins.
 * @param {number[]} counts of cards, by hand
 * @param {boolean} totals
 * @param {{left: number, right: number, middle: number, gap: number, usual: number, least: number}} room `middle`: where they are centred if they can be
 */
function sideBySide(counts, totals, { left, right, middle, gap, usual, least }) {
  const many = counts.length;
  const steps = counts.map((count) => (count > 6 ? 0.4 : count > 2 || totals ? 0.57 : 0.9));
  const beyond = counts.map((count, which) => steps[which] * (count - 1)); // what lies beyond the first card, in widths of a card
  const room = right - left - gap * (many - 1);
  const sum = beyond.reduce((one, other) => one + other, 0);
  const w = Math.min(usual, Math.max(least, room / (many + sum)));
  const closer = Math.min(1, (room / w - many) / (sum || 1)); // below 1 where even the smallest cards are too wide
  const wide = beyond.map((one) => w * (1 + closer * one));
  const all = wide.reduce((one, other) => one + other, 0) + gap * (many - 1);
  let end = Math.min(right, Math.max(left + all, middle + all / 2));
  const hands = counts.map((_, which) => {
    const x = end - wide[which];
    end = x - gap;
    return { x, wide: wide[which], step: closer * steps[which] * w };
  });
  return { w, all, hands };
}

/**
 * The hands of a seat above its plate.
 * @param {number} width of the felt
 * @param {Seated} at
 * @param {number[]} counts
 * @param {boolean} totals
 */
function overPlate(width, at, counts, totals) {
  const many = counts.length;
  const [left, right] = many > 1 ? [Math.max(EDGE, at.x - at.reach.left), Math.min(width - EDGE, at.x + at.reach.right)] : [EDGE, width - EDGE];
  const usual = Math.min(at.crowd > 2 || many > 2 ? 34 : 40, PLATE / (1 + 0.57 * (Math.min(6, Math.max(...counts)) - 1))) * at.scale;
  return sideBySide(counts, totals, { left, right, middle: at.x, gap: (many > 2 ? 4 : 9) * at.scale, usual: Math.min(usual, at.widest ?? usual), least: LEAST * at.scale });
}

/** @param {Drawing} drawing @param {Map<number, Seated>} seats */
export function others(drawing, seats) {
  /** @type {{cards: Item[], marks: Item[]}} */
  const made = { cards: [], marks: [] };
  const { game, places, scene } = drawing;
  for (const [seat, at] of seats) {
    const bottom = at.y - 22 * at.scale;
    const note = { x: at.x, y: bottom - 6 * at.scale, scale: at.scale, size: legible(drawing, at, 12) };
    const shown = handsAt(drawing, `seat ${seat}`);
    const hidden = shown.length && shown.every((one) => one.faces.every((face) => face !== "up"));
    if (at.crowd > 5 && hidden) made.marks.push(noted(seat, `${shown[0].cards.length} cards`, note));
    else if (shown.length) lay(drawing, seat, shown, overPlate(places.width, at, countsOf(shown), game.totals), bottom, at.scale, made);
    else if (folded(drawing, seat)) made.marks.push(noted(seat, RACKED, note));
  }
  if (places.oneLarge && !scene.seat) watched(drawing, made);
  return made;
}

const RACKED = "cards in the rack";

/** @param {Drawing} drawing @param {number} seat */
const folded = ({ layout }, seat) => Boolean(layout.hands.get(`seat ${seat}/1`)?.folded);

/** @param {Shown[]} shown */
const countsOf = (shown) => shown.map((one) => one.cards.length);

/**
 * Words in place of cards.
 * @param {number} seat
 * @param {string} text
 * @param {{x: number, y: number, scale: number, size?: number}} at
 */
const noted = (seat, text, { size = 12, ...at }) => item(`racked/${seat}`, text, at, () => words(text, 0, 0, size, "felt-note"));

/**
 * Lay the hands of a seat where `sideBySide` has put them.
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {Shown[]} shown
 * @param {ReturnType<typeof sideBySide>} row
 * @param {number} bottom
 * @param {number} scale of the totals
 * @param {{cards: Item[], marks: Item[]}} made
 */
function lay(drawing, seat, shown, { w, hands }, bottom, scale, { cards, marks }) {
  const { scene } = drawing;
  const place = `seat ${seat}`;
  shown.forEach((hand, which) => {
    const { x, wide, step } = hands[which];
    const won = net(drawing, seat, hand.number);
    const spots = hand.cards.map((_, nth) => /** @type {[number, number]} */ ([x + nth * step, bottom - w * RATIO]));
    const ring = new Set(won !== null && won > 0 ? hand.holds.cards : []);
    marks.push(group(drawing, hand, `${scene.people.get(seat)?.name || sentence(place)}’s hand`));
    cards.push(...cardsOf(drawing, hand, spots, w, { dim: hand.void || (won !== null && won < 0), ring }));
    const sum = hand.holds.total ?? 0;
    const size = legible(drawing, { scale }, 12.5);
    // The total stands on the lower edge of the cards, above the plate.
    if (sum) marks.push({ key: `total/${place}/${hand.number}`, look: `${sum}`, x: x + wide / 2, y: bottom - (6 + (size - 12.5) * 0.8) * scale, scale, make: () => pill(`${sum}`, "total", size) });
  });
}

/**
 * All seats for somebody who watches on a phone: in two columns where the own cards and areas would be, seat 1 at our right.
 * @param {Drawing} drawing
 * @param {{cards: Item[], marks: Item[]}} made
 */
function watched(drawing, made) {
  const { scene, layout, places, game } = drawing;
  const seats = [...scene.people.keys()].sort((a, b) => a - b);
  const top = free(places);
  const high = Math.min(96, (places.height - top - 6) / Math.max(3, Math.ceil(seats.length / 2)));
  const low = high < 60; // then the name stands beside the cards, else above them
  seats.forEach((seat, at) => {
    const [x, y] = [at % 2 ? 10 : places.width / 2 + 8, top + Math.floor(at / 2) * high];
    const right = x + places.width / 2 - 18;
    const left = low ? x + 76 : x;
    const name = scene.people.get(seat)?.name ?? "";
    const staked = layout.stakesOf(seat).reduce((sum, one) => sum + one.amount, 0);
    const sum = staked ? dollars(staked) : "";
    const size = readable(drawing, 12);
    const said = () => [words(name, x, low ? high / 2 - 3 : 11, size, "hand-name", "start"), low ? words(sum, x, high / 2 + 13, size, "felt-note", "start") : words(sum, right, 11, size, "felt-note", "end")];
    made.marks.push({ key: `seen/${seat}`, look: `${name}/${sum}`, x: 0, y, make: said });
    const shown = handsAt(drawing, `seat ${seat}`);
    const above = low ? 3 : 18;
    const row = sideBySide(countsOf(shown), game.totals, { left, right, middle: left, gap: 6, usual: Math.min(46, (high - above - 6) / RATIO), least: 18 });
    if (shown.length) lay(drawing, seat, shown, row, y + above + row.w * RATIO, 0.85, made);
    else if (folded(drawing, seat)) made.marks.push(noted(seat, RACKED, { x: left + 48, y: y + above + 16, scale: 1, size }));
  });
}

/** Where the own cards and areas begin. @param {import("./places.js").Places} places */
function free({ areas, columns, cards, name }) {
  const tops = Object.entries(areas).flatMap(([wager, spots]) => (wager === "insurance" ? [] : spots.map((one) => one.y - (one.r ?? (one.h ?? 0) / 2))));
  return Math.min(...tops, columns ? columns.total - 12 : Infinity, cards.own.y, name[1] - 12);
}

/** On a phone: the cards and bets of a seat whose avatar was touched. @param {Drawing} drawing @param {number} seat */
export function peek(drawing, seat) {
  const { places, scene, layout, game, deck, scale } = drawing;
  const person = scene.people.get(seat);
  if (places.seats !== "strip" || !person) return [];
  const hands = handsAt(drawing, `seat ${seat}`);
  const bets = layout.stakesOf(seat).reduce((sum, one) => sum + one.amount, 0);
  const said = `${person.name}: ${bets ? `${dollars(bets)} staked` : "no bets"}`;
  const most = places.width - 16 - 28;
  const laid = hands.length ? sideBySide(countsOf(hands), game.totals, { left: 0, right: most, middle: 0, gap: 10, usual: 46, least: 24 }) : null;
  const w = Math.max(widthOf(said, 13, { bold: true }), laid?.all ?? 0) + 28;
  const h = laid ? 48 + laid.w * RATIO : 38;
  const x = Math.min(places.width - w - 8, Math.max(8, stripX(scene, places.width, seat) - w / 2));
  const look = `${said}/${hands.map((one) => one.cards.join()).join("/")}/${w}`;
  return [item("peek", look, { x, y: (places.strip || 0) + 4 }, () => s("g", { class: "peek", role: "group", "aria-label": said },
    s("rect", { width: w, height: h, rx: 14 }),
    words(said, 14, 24, 13, "plate-name", "start"),
    ...hands.flatMap((hand, which) => {
      if (!laid) return [];
      const { x: from, wide, step } = laid.hands[which];
      const drawn = hand.cards.map((one, at) => s("g", { transform: `translate(${14 + from + at * step} 34)` }, card(hand.faces[at] === "up" ? one : null, { width: laid.w, scale, deck })));
      const sum = hand.holds.total ?? 0;
      return sum ? [...drawn, s("g", { transform: `translate(${14 + from + wide / 2} ${34 + laid.w * RATIO - 6})` }, pill(`${sum}`, "total", 12.5))] : drawn;
    })))];
}
