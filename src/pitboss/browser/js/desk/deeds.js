// What staff may do, in words. What is possible comes from the house as offers; here are only the names of the deeds.

import { sentence } from "../words.js";

/** @import { Offer, Turn } from "../../protocol.d.ts" */

/** The deeds that are a supervisor's wherever they are offered. */
const OF_SUPERVISOR = new Set(["validate", "recut", "remove", "bring back", "permit", "replace", "close"]);

/** @type {Record<string, [string, string]>} the verb of a deed, and what follows from it */
const WORDS = {
  "no more bets": ["No more bets", "bets close, and the round goes on"],
  spread: ["Spread the cards", "nobody plays: the cards lie spread out"],
  cut: ["Cut the cards", "how many from the top"],
  deal: ["Deal the last two cards", "to each hand that is still in, then to yours"],
  confirm: ["Confirm the word", "the cash becomes chips"],
  decline: ["Do not confirm", "the cash goes back"],
  shuffle: ["Shuffle", "a new order"],
  reshuffle: ["Shuffle again", "before the first card"],
  validate: ["Validate", "the payout is approved, and can't be taken back"],
  recut: ["Order a recut", "the cards are cut again"],
  remove: ["Remove", "it leaves the table"],
  "bring back": ["Bring back", "it comes to the table again"],
  replace: ["Replace", "another one comes to the table"],
  permit: ["Let in", "before the next shuffle"],
  close: ["Close the table", "what lies on it goes back"],
};

/** Who does a deed. If the round asks one party alone, it is theirs. @param {Offer} offer @param {Turn} turn */
export function doer(offer, turn) {
  const waiting = turn.waiting ?? [];
  if (waiting.length === 1 && (waiting[0] === "dealer" || waiting[0] === "supervisor") && !offer.optional) return waiting[0];
  return OF_SUPERVISOR.has(offer.do) ? "supervisor" : "dealer";
}

/** @param {Offer} offer @param {string} [what] */
export function deedWords(offer, what = "") {
  const [verb, follows] = WORDS[offer.do] ?? [sentence(offer.do), ""];
  return { verb: what ? `${verb}: ${what}` : verb, follows };
}

/** The offers to staff in a turn: deeds, and irregularities that can be reported. @param {Turn | null} turn */
export function staffOffers(turn) {
  const offers = turn?.offers?.find(([seat]) => seat === 0)?.[1] ?? [];
  return { deeds: offers.filter((one) => one.do !== "report"), reports: offers.filter((one) => one.do === "report") };
}
