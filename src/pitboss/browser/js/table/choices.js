// What a player may decide now, with verb, amount, consequence and key. All of it comes from the offers of the turn.

import { addedInWords, dollars, sentence, surrenderInWords } from "../words.js";
import { wagerName } from "./telling.js";

/** @typedef {import("../live.js").Offer} Offer */
/** @typedef {import("../live.js").Turn} Turn */
/** @typedef {import("../layout.js").Layout} Layout */

/** @typedef {{means: string}} Meaning what the house says of a decision */

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
 * @property {boolean} quits whether it gives something up, so that it stands at the left
 */

/**
 * The wagers on whose areas the chips of a decision will lie.
 * @param {Offer} offer
 */
export const wagersOf = ({ adds, on }) => (adds?.length ? adds.map(([wager]) => wager) : on ? [on] : []);

/** Keys by what is done; where a pass has another key, by what it passes on. @type {Record<string, string>} */
const KEYS = {
  bet: "B", fold: "F", second: "S", expose: "E", conceal: "C", withdraw: "X", vertical: "V", horizontal: "H",
  attack: "A", "pass double attack": "N", "pass insurance": "N", insure: "I", hit: "H", stand: "S", double: "D", split: "P", surrender: "U",
  pass: "P", cut: "C", refuse: "R", redeem: "O", "burn card": "Q", "take card": "T", "dead hand": "D",
};
const CUT = "the cut";
const COVER = "cover the split or name a hand"; // what others on a box are asked when its caller splits
const VERBS = /** @type {Record<string, string>} */ ({
  "pass double attack": "No attack", "pass insurance": "No insurance", pass: "Pass", insure: "Insure", second: "2nd wager",
  attack: "Attack", [`refuse ${CUT}`]: "Don’t cut", refuse: "Refuse the card", "take card": "Take the card", "dead hand": "Call the hand dead",
  [`split ${COVER}`]: "Cover both hands", designate: "Play", consent: "Let others bet on your box", "burn card": "Ask for the burn card",
  redeem: "Use a coupon:", withdraw: "Take back the",
});
const HIDDEN = new Set(["wager", "cash"]); // bets: on the felt, or in the menu of the seat
const ASIDE = new Set(["burn card", "consent"]); // seldom wanted: in the menu of the seat
const QUITS = new Set(["fold", "surrender", "pass", "refuse"]);

/**
 * What the button of a choice says.
 * @param {string} action
 * @param {string} about what the question is about
 */
export const verbOf = (action, about) => VERBS[`${action} ${about}`] ?? VERBS[action] ?? sentence(action);

/**
 * The key of a choice; empty if it has none.
 * @param {string} action
 * @param {string} about
 */
export const keyOf = (action, about) => KEYS[`${action} ${about}`] ?? KEYS[action] ?? "";

/**
 * @param {Offer} offer
 * @param {number} amount
 */
export function costOf(offer, amount = 0) {
  if (offer.fixed_cost !== undefined) return offer.fixed_cost;
  return offer.most && (offer.unit ?? "cents") === "cents" ? amount || offer.least || 0 : 0;
}

/**
 * @param {Turn} turn
 * @param {Layout} layout
 * @param {Record<string, Meaning>} decisions meanings that the house gives
 * @param {number} own the own seat, which comes first
 * @returns {Choice[]} what is open, with what gives up at the left and what costs most at the right
 */
export function choicesOf(turn, layout, decisions, own) {
  const betting = turn.about === "wagers";
  const found = [];
  for (const [seat, offers] of [...(turn.offers ?? [])].sort((a, b) => Number(a[0] !== own) - Number(b[0] !== own)))
    for (const offer of offers) {
      // seat 0 is the house's: a supervisor who plays here may not act for it
      if (!seat || offer.why_not || HIDDEN.has(offer.do) || (betting && offer.do === "withdraw")) continue;
      if (offer.do === "burn card" && seat !== own) continue; // one may ask for it anywhere
      for (const what of namesOf(offer)) found.push(choice(turn, seat, offer, what, layout, decisions, own));
    }
  const first = found.find((one) => !one.extra)?.seat; // one seat after another
  const now = found.filter((one) => one.extra || one.seat === first);
  const rank = (/** @type {Choice} */ one) => (one.extra ? 0 : one.quits ? 1 : one.cost || one.ranged ? 3 : 2);
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
 * @param {Record<string, Meaning>} decisions
 * @param {number} own
 * @returns {Choice}
 */
function choice(turn, seat, offer, what, layout, decisions, own) {
  let verb = verbOf(offer.do, turn.about);
  if (offer.wager) verb += ` ${wagerName(offer.wager)}`;
  if (what) verb += ` ${what}`;
  const ranged = Boolean(offer.most) && offer.least !== offer.most;
  return {
    offer, seat, what, verb, ranged,
    consequence: `${seat === own ? "" : `seat ${seat}: `}${consequence(turn, seat, offer, layout, decisions)}`,
    key: keyOf(offer.do, turn.about) || (what.match(/\d$/)?.[0] ?? ""),
    cost: costOf(offer),
    extra: Boolean(offer.optional),
    aside: Boolean(offer.optional) && ASIDE.has(offer.do),
    quits: QUITS.has(offer.do),
  };
}

/**
 * @param {Turn} turn
 * @param {number} seat
 * @param {Offer} offer
 * @param {Layout} layout
 * @param {Record<string, Meaning>} decisions
 */
function consequence(turn, seat, offer, layout, decisions) {
  const hand = layout.hand(`seat ${seat}`, offer.hand || 1);
  switch (offer.do) {
    case "bet":
      return offer.most_is || "twice the ante";
    case "second":
      return "as much as the 1st";
    case "fold":
      return givenUp(offer, layout, seat);
    case "vertical":
    case "horizontal":
      return offer.adds?.length ? addedInWords(offer.adds) : "";
    case "stand":
      return hand.name ? `on ${hand.name}` : "no more cards";
    case "hit":
      return "draw a card";
    case "double":
      return turn.about === "double" ? "before the last card" : "one card, no more";
    case "split":
      return `two hands, ${dollars(costOf(offer))} more`;
    case "surrender":
      return surrenderInWords(offer);
    case "attack":
      return "before your cards";
    case "insure":
      return "against a blackjack";
    case "expose":
      return "show them for the side wager";
    case "conceal":
      return "hide them: that wager loses";
    case "refuse":
      return turn.about === CUT ? "somebody else cuts" : "no more cards in this round";
    case "take card":
      return turn.about === "the card drawn in error" ? "the one that was drawn in error" : "after all others have theirs";
    case "dead hand":
      return "its wagers come back";
    case "designate":
      return "your wagers lie there";
    case "withdraw":
      return `${dollars(layout.stakesOf(seat).find((one) => one.wager === offer.wager)?.amount ?? 0)} back, and fold`;
    case "pass":
      return turn.about === "double" ? "no double" : "no more money now";
    default:
      return decisions[offer.do]?.means ?? "";
  }
}

/**
 * What a fold gives up, and what plays on if not all does.
 * @param {Offer} offer
 * @param {Layout} layout
 * @param {number} seat
 */
function givenUp({ gives_up }, layout, seat) {
  if (!gives_up) return "give up the hand";
  const lies = layout.stakesOf(seat).reduce((sum, one) => sum + (one.player === layout.seats.get(seat) && !one.redeemed ? one.amount : 0), 0);
  return lies > gives_up ? `give up ${dollars(gives_up)}, ${dollars(lies - gives_up)} plays on` : `give up ${dollars(gives_up)}`;
}

/** Give every choice a key of its own. @param {Choice[]} found */
function withKeys(found) {
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
