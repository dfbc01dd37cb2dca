// What a player may decide now, with verb, amount, consequence and key. All of it comes from the offers of the turn.

import { addedInWords, dollars } from "../words.js";

/** @import { Offer, Turn } from "../../protocol.d.ts" */
/** @import { Layout } from "../layout.js" */
/** @import { Speech } from "../speech.js" */

/**
 * @typedef {object} Choice
 * @property {Offer} offer
 * @property {number} seat
 * @property {string} what what it names, if the player has to name something
 * @property {string} verb
 * @property {string} consequence
 * @property {string} key
 * @property {number} cost cents that it puts on the table, at the least
 * @property {boolean} ranged whether the player chooses the amount
 * @property {boolean} extra whether the round goes on without it
 * @property {boolean} aside whether it stands in the menu of the seat, not among the buttons
 */

/** The wagers on whose areas the chips of a decision will lie. @param {Offer} offer */
export const wagersOf = ({ adds, on }) => (adds?.length ? adds.map(([wager]) => wager) : on ? [on] : []);

const HIDDEN = new Set(["wager", "cash"]); // bets: on the felt, or in the menu of the seat

/** @param {Offer} offer @param {number} amount */
export function costOf(offer, amount = 0) {
  if (offer.fixed_cost !== undefined) return offer.fixed_cost;
  return offer.most && (offer.unit ?? "cents") === "cents" ? amount || offer.least || 0 : 0;
}

/**
 * @param {Turn} turn
 * @param {Layout} layout
 * @param {Speech} speech how people speak of this game
 * @param {number} own the own seat, which comes first
 * @returns {Choice[]} what is open, with what gives up at the left and what costs most at the right
 */
export function choicesOf(turn, layout, speech, own) {
  const betting = turn.about === "wagers";
  const found = [];
  for (const [seat, offers] of [...(turn.offers ?? [])].sort((a, b) => Number(a[0] !== own) - Number(b[0] !== own)))
    for (const offer of offers) {
      // seat 0 is the house's: a supervisor who plays here may not act for it
      if (!seat || offer.why_not || HIDDEN.has(offer.do) || (betting && offer.do === "withdraw")) continue;
      if (offer.do === "burn card" && seat !== own) continue; // one may ask for it anywhere
      for (const what of namesOf(offer)) found.push(choice(turn, seat, offer, what, layout, speech, own));
    }
  const first = found.find((one) => !one.extra)?.seat; // one seat after another
  const now = found.filter((one) => one.extra || one.seat === first);
  const rank = (/** @type {Choice} */ one) => (one.extra ? -1 : speech.rank(one.offer.do));
  now.sort((a, b) => rank(a) - rank(b));
  return withKeys(now);
}

/** What an offer lets the player name. Where nothing need be named, that is one choice. @param {Offer} offer */
const namesOf = ({ what }) => (what?.length && !what.includes("") ? what : [""]);

/**
 * @param {Turn} turn
 * @param {number} seat
 * @param {Offer} offer
 * @param {string} what
 * @param {Layout} layout
 * @param {Speech} speech
 * @param {number} own
 */
function choice(turn, seat, offer, what, layout, speech, own) {
  const words = speech.of(offer.do, turn.about, offer.clause);
  let verb = words.button;
  if (offer.wager) verb += ` ${speech.wager(offer.wager)}`;
  if (what) verb += ` ${what}`;
  const ranged = Boolean(offer.most) && offer.least !== offer.most;
  return {
    offer, seat, what, verb, ranged,
    consequence: `${seat === own ? "" : `seat ${seat}: `}${speech.then(words, figuresAt(layout, seat, offer))}`,
    key: words.key || (what.match(/\d$/)?.[0] ?? ""),
    cost: costOf(offer),
    extra: Boolean(offer.optional),
    aside: Boolean(offer.optional) && words.aside,
  };
}

/**
 * The figures of what follows from an offer, as far as it has them.
 * @param {{cost?: number, gives_up?: number, adds?: [string, number][]}} offer
 */
export function figuresOf({ cost, gives_up, adds }) {
  return { cost: cost ? dollars(cost) : "", gives_up: gives_up ? dollars(gives_up) : "", adds: adds?.length ? addedInWords(adds) : "", each: adds?.length ? dollars(adds[0][1]) : "" };
}

/**
 * The same with what lies on the table: the hand, what a fold leaves there, and what is taken back.
 * @param {Layout} layout
 * @param {number} seat
 * @param {Offer} offer
 */
function figuresAt(layout, seat, offer) {
  const stakes = layout.stakesOf(seat);
  const lies = stakes.reduce((sum, one) => sum + (one.player === layout.seats.get(seat) && !one.redeemed ? one.amount : 0), 0);
  const { gives_up = 0 } = offer;
  return {
    ...figuresOf({ ...offer, cost: costOf(offer) }),
    holds: layout.hand(`seat ${seat}`, offer.hand || 1).name ?? "",
    plays_on: lies > gives_up ? dollars(lies - gives_up) : "",
    back: dollars(stakes.find((one) => one.wager === offer.wager)?.amount ?? 0),
  };
}

/**
 * Give every choice a key of its own.
 * @template {{key: string, verb: string}} T
 * @param {T[]} found
 */
export function withKeys(found) {
  const taken = new Set();
  for (const one of [...found].reverse()) {
    const wishes = [one.key, ...one.verb.toUpperCase().replace(/[^A-Z]/g, ""), ..."QWERTYUIOPASDFGHJLXVBN"];
    const forbidden = "KGZLWMR"; // the keys of the table itself
    one.key = wishes.find((key) => key && !taken.has(key) && (key === one.key || !forbidden.includes(key))) ?? "";
    taken.add(one.key);
  }
  return found;
}

/**
 * The choice that stands in brass: the best if somebody says which, else the only one. No other is urged.
 * @param {Choice[]} choices
 * @param {string} best
 */
export function primaryOf(choices, best) {
  const real = choices.filter((one) => !one.extra);
  return real.find((one) => one.offer.do === best) ?? (real.length === 1 ? real[0] : null);
}
