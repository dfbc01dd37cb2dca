// What the own hand holds, as the house says it: for its label, the cards that make it, and the printed pay table.

import { CROSS } from "../cross.js";

/** @typedef {import("./scene.js").Drawing} Drawing */
/** @typedef {import("../layout.js").Holding} Holding */

/**
 * @param {import("../layout.js").Layout} layout
 * @param {number} seat
 * @returns {Holding}
 */
export const ownHolds = (layout, seat) => layout.hands.get(`seat ${seat}/1`)?.holds ?? {};

/**
 * The line of the printed pay table that the own hand holds, and what it pays. Empty if it holds none.
 * @param {Drawing} drawing
 */
export function lineHeld({ holds, scene, places }) {
  const line = holds.lines?.[0] ?? "";
  const odds = scene.pays?.[line] ?? places.board?.lines.find(([category]) => category === line)?.[2] ?? "";
  return { line, odds, pays: odds !== "" && odds !== "lose" };
}

/**
 * The cards that make that line, while the hand is not over.
 * @param {Drawing} drawing
 * @returns {string[]}
 */
export function cardsHeld(drawing) {
  const { layout, scene, holds } = drawing;
  const hand = layout.hands.get(`seat ${scene.seat}/1`);
  return hand && !hand.name && !layout.over && lineHeld(drawing).pays ? holds.cards ?? [] : [];
}

/**
 * Whether every card of the cross lies open. Before that, the name of a hand is that of its first three cards.
 * @param {Drawing} drawing
 */
export const crossIsOpen = ({ layout, memory }) => Object.keys(CROSS).every((place) => (layout.hands.get(`${place}/1`)?.faces[0] ?? memory.kept.get(`${place}/1`)?.faces[0]) === "up");

/**
 * The words under the own hand: what the dealer called it, or what its cards make so far.
 * @param {Drawing} drawing
 * @param {string} called
 */
export function ownName(drawing, called) {
  const { holds, layout, game } = drawing;
  if (game.wide.makes) return crossIsOpen(drawing) ? called : ""; // where there are lines of a cross, each has its words
  if (called) return called;
  const { odds, pays } = lineHeld(drawing);
  const more = [...layout.hands.values()].some((hand) => hand.cards.includes(null)); // a card of the table is still hidden
  return `${holds.name ?? ""}${pays && more ? `: ${odds === "push" ? "a push" : odds} already` : ""}`;
}
