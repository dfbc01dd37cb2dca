// Sentences for the events that a dealer reads along.

import { cardNames, dollars, sentence } from "../words.js";

/** @typedef {import("../layout.js").Event} Event */
/** @typedef {import("../live.js").LiveTable} LiveTable */

/** @type {Record<string, (e: Event, name: string) => string>} */
const SENTENCES = {
  began: (e) => `Round ${e.round} begins.`,
  committed: (e) => `${e.cards?.length ?? e.commitments?.length ?? "All"} cards are sealed.`,
  cut: (e) => `The cards are cut at ${e.depth}.`,
  announced: (e) => `“${e.words}”`,
  procedure: (e) => `${sentence(e.step)}.`,
  wagered: (e, name) => `${name}: ${e.wager} ${dollars(e.amount)}.`,
  withdrawn: (e, name) => `${name} takes back ${e.wager} ${dollars(e.amount)}.`,
  dealt: (e) => `${e.card ? sentence(cardNames([e.card])) : "A card"} ${e.face} to ${e.to}.`,
  chose: (e, name) => `${name}: ${e.action}.`,
  exposed: (e) => `${sentence(e.place)} shows ${cardNames(e.cards)}.`,
  ranked: (e) => `${sentence(e.place)} has ${e.name}.`,
  settled: (e, name) => `${name}'s ${e.wager}: ${e.result}, ${dollars(e.returned)} back${e.line ? ` (${e.line})` : ""}.`,
  irregular: (e) => `${sentence(e.what)}${e.place ? ` at ${e.place}` : ""}: ${e.remedy}.`,
  voided: (e) => (e.place === "round" ? "The round is void." : `${sentence(e.place)}'s hand is void.`),
  validated: (e, name) => `${sentence(e.what)} of ${name} is validated.`,
  paid: (e) => `${dollars(e.amount)} is paid from the meter.`,
  ended: () => "The round is over.",
};

/**
 * What happened, in a sentence. Empty for what a dealer need not read.
 * @param {Event} event
 * @param {LiveTable} table
 */
export function told(event, table) {
  const words = SENTENCES[event.type];
  return words ? words(event, event.player ? table.called(event.player) : "") : "";
}
