// The six steps of a round, read from its events and from what it asks now, and the deeds of staff.

import { many, sentence } from "../words.js";

/** @import { Offer, Turn } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { LiveTable } from "../live.js" */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} clause
 * @property {string} note
 * @property {"done" | "now" | "later"} state
 * @property {string} call what the dealer asks in it, if it is always the same
 */

/** A clause that fits into a step. Definitions have long names, and the log shows them. @param {string} clause */
const numbered = (clause) => (clause.includes(":") ? "" : clause);

/**
 * @param {LiveTable} table
 * @param {(event: Event) => string} at when an event came, in words
 * @param {boolean} bettable whether the dealer may close bets now
 * @param {{clause: string, call: string}[]} known the clauses of the steps, as the house knows them before they come
 * @param {{clause: string, done: number, total: number} | null} deal while it goes on
 * @returns {Step[]}
 */
export function stepsOf(table, at, bettable, known, deal) {
  const events = table.events;
  const turn = table.turn;
  const began = events.find((e) => e.type === "began");
  const dealt = events.filter((e) => e.type === "dealt");
  const closed = events.find((e) => e.type === "announced" && /no more bets/i.test(e.words)) ?? dealt[0];
  const chosen = events.filter((e) => e.type === "chose");
  const decisions = events.indexOf(chosen[0]);
  const turned = decisions < 0 ? [] : events.slice(decisions).filter((e) => e.type === "exposed" && !e.place.startsWith("seat "));
  const ends = events.filter((e) => e.type === "settled");
  const players = (turn?.waiting ?? []).filter((one) => one !== "dealer" && one !== "supervisor");
  const first = chosen.length || turned.length ? null : deal; // cards after a decision are part of a later step
  let now = 0;
  if (table.layout.over) now = 6;
  else if (deal) now = turned.length ? 4 : chosen.length ? 3 : 2;
  else if (turn?.about === "wagers") now = bettable ? 1 : 0;
  else if (!closed) now = 0;
  else if (!dealt.length) now = 2;
  else if (players.length) now = 3;
  else if (ends.length || turn?.waiting?.includes("supervisor")) now = 5;
  else if (turned.length) now = 4;
  else now = 3;
  const seats = new Set([...table.layout.stakes.values(), ...ends].map((one) => one.seat)).size;
  const paid = new Set(ends.map((e) => e.seat)).size;
  const decided = new Set(chosen.map((e) => e.seat)).size;
  /** @type {[string, {clause?: string} | undefined, string][]} */
  const steps = [
    ["Place your bets", events.find((e) => e.type === "wagered"), began ? at(began) : ""],
    ["No more bets", closed, closed ? at(closed) : ""],
    ["Deal", first ?? dealt[0], first ? `${first.done} of ${first.total}` : dealt.length ? many(dealt.length, "card") : ""],
    ["Ask each seat", chosen[0], now >= 3 ? `${decided} of ${Math.max(seats, decided)}` : "after the deal"],
    ["Turn your hand", turned[0], turned.length ? table.layout.hand("dealer").name || at(turned[0]) : ""],
    ["Pay and collect", ends[0], ends.length ? many(paid, "seat") : ""],
  ];
  return steps.map(([name, event, note], index) => ({
    name,
    clause: numbered(event?.clause ?? "") || numbered(known[index]?.clause ?? ""),
    call: known[index]?.call ?? "",
    note,
    state: index < now ? "done" : index === now ? "now" : "later",
  }));
}

// --- what staff may do, in words: what is possible comes from the house as offers

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
