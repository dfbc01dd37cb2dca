// The cards of other seats, in a row above each plate. Split hands lie side by side, the first at our right, and share the room.

import { RATIO } from "../draw/cards.js";
import { sentence } from "../words.js";
import { cardsOf, group, handsAt, makers, points } from "./hands.js";
import { pill, words } from "./print.js";
import { net } from "./scene.js";

/** @typedef {import("./scene.js").Drawing} Drawing */
/** @typedef {import("./layer.js").Item} Item */
/** @typedef {import("./around.js").Seated} Seated */

const EDGE = 4; // between the cards and the edge of the felt
const LEAST = 24; // the width of the smallest cards, at full scale
const PLATE = 122; // a single hand is no wider than its plate

/**
 * How wide the cards of a seat are, and where each hand begins.
 * @param {number} width of the felt
 * @param {Seated} at
 * @param {number[]} counts of cards, by hand
 * @param {boolean} totals
 */
function row(width, at, counts, totals) {
  const many = counts.length;
  const gap = (many > 2 ? 4 : 9) * at.scale;
  const steps = counts.map((count) => (count > 6 ? 0.4 : count > 2 || totals ? 0.57 : 0.9));
  const beyond = counts.map((count, which) => steps[which] * (count - 1)); // what lies beyond the first card, in widths of a card
  const [least, most] = many > 1 ? [Math.max(EDGE, at.x - at.reach.left), Math.min(width - EDGE, at.x + at.reach.right)] : [EDGE, width - EDGE];
  const room = most - least - gap * (many - 1);
  const sum = beyond.reduce((one, other) => one + other, 0);
  const usual = Math.min(at.crowd > 2 || many > 2 ? 34 : 40, PLATE / (1 + 0.57 * (Math.min(6, Math.max(...counts)) - 1))) * at.scale;
  const w = Math.min(usual, at.widest ?? usual, Math.max(LEAST * at.scale, room / (many + sum)));
  const closer = Math.min(1, (room / w - many) / (sum || 1)); // below 1 where even the smallest cards are too wide
  const wide = beyond.map((one) => w * (1 + closer * one));
  const all = wide.reduce((one, other) => one + other, 0) + gap * (many - 1);
  let right = Math.min(most, Math.max(least + all, at.x + all / 2));
  const hands = counts.map((_, which) => {
    const x = right - wide[which];
    right = x - gap;
    return { x, wide: wide[which], step: closer * steps[which] * w };
  });
  return { w, hands };
}

/**
 * @param {Drawing} drawing
 * @param {Map<number, Seated>} seats
 * @returns {{cards: Item[], marks: Item[]}}
 */
export function others(drawing, seats) {
  /** @type {{cards: Item[], marks: Item[]}} */
  const made = { cards: [], marks: [] };
  for (const [seat, at] of seats) cardsAt(drawing, seat, at, made);
  return made;
}

/**
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {Seated} at
 * @param {{cards: Item[], marks: Item[]}} made
 */
function cardsAt(drawing, seat, at, { cards, marks }) {
  const { layout, game, places, scene, memory } = drawing;
  const place = `seat ${seat}`;
  const shown = handsAt(drawing, place);
  const bottom = at.y - 22 * at.scale;
  const note = (/** @type {string} */ text, /** @type {number} */ size) =>
    marks.push({ key: `racked/${seat}`, look: text, x: at.x, y: bottom - 6 * at.scale, scale: at.scale, make: () => words(text, 0, 0, size, "felt-note") });
  if (!shown.length) {
    if (layout.hands.get(`${place}/1`)?.folded) note("cards in the rack", 12);
    return;
  }
  if (at.crowd > 5 && shown.every((one) => one.faces.every((face) => face !== "up"))) {
    note(`${shown[0].cards.length} cards`, 13);
    return;
  }
  const { w, hands } = row(places.width, at, shown.map((one) => one.cards.length), game.totals);
  shown.forEach((hand, which) => {
    const { x, wide, step } = hands[which];
    const won = net(layout, seat, hand.number);
    const spots = hand.cards.map((_, nth) => /** @type {[number, number]} */ ([x + nth * step, bottom - w * RATIO]));
    const ring = won !== null && won > 0 ? makers(memory.made.get(`${place}/${hand.number}`)) : new Set();
    marks.push(group(drawing, hand, `${scene.people.get(seat)?.name || sentence(place)}’s hand`));
    cards.push(...cardsOf(drawing, hand, spots, w, { dim: hand.void || (won !== null && won < 0), ring }));
    const sum = game.totals ? points(hand.cards) : 0;
    // The total stands on the lower edge of the cards, above the plate.
    if (sum) marks.push({ key: `total/${place}/${hand.number}`, look: `${sum}`, x: x + wide / 2, y: bottom - 6 * at.scale, scale: at.scale, make: () => pill(`${sum}`, "total", 12.5) });
  });
}
