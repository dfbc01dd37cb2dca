// The events of a round in short sentences, for the log and for screen readers.

import { CROSS } from "../cross.js";
import { netOf } from "../layout.js";
import { cardName, cardNames, clauseName, dollars, list, sentence } from "../words.js";

/** @import { Event } from "../layout.js" */
/** @import { Speech } from "../speech.js" */

/** @typedef {{clause: string, words: string, own: boolean, ruling: string, bet: string}} Line */
/** Names somebody: "You" for oneself. @typedef {(player: string) => string} Called */

const LATE = "time-out"; // the ruling

/**
 * What the clock decided for a player; empty if it decided nothing.
 * @param {Speech} speech
 * @param {Event[]} events
 * @param {string} me
 */
export function outOfTime(speech, events, me) {
  const done = events.filter((e) => e.type === "chose" && e.player === me && e.ruling === LATE).map((e) => speech.of(e.action, "", e.clause).late);
  return done.length ? `time ran out: ${list([...new Set(done)])}` : "";
}

/** @param {string} place @param {(seat: number) => string} at */
export function placeName(place, at) {
  if (place.startsWith("seat ")) return at(Number(place.slice(5)));
  if (place === "community") return "Board";
  return place === "dealer" ? "Dealer" : place in CROSS ? "The cross" : sentence(place);
}

/** @param {string} who */
const has = (who) => (who === "You" ? "have" : "has");

/**
 * One line for each event that people talk about. Cards of one deal become one line.
 * @param {Speech} speech
 * @param {Event[]} events
 * @param {Called} called
 * @param {(seat: number) => string} at names who sits there
 * @param {string} me
 */
export function tell(speech, events, called, at, me) {
  /** @type {Line[]} */
  const lines = [];
  /** @type {Map<string, Event[]>} cards that were dealt since the last other event */
  let dealt = new Map();
  /** @type {{line: Line, player: string, words: string, sum: number} | null} a choice whose chips come next */
  let chosen = null;
  const add = (/** @type {Event} */ e, /** @type {string} */ words, own = e.player === me) =>
    words && lines.push({ clause: e.clause, words, own: Boolean(own), ruling: e.ruling ?? "", bet: e.type === "wagered" ? betOf(e) : "" });
  const flush = () => {
    for (const [place, cards] of dealt) {
      const seen = cards.filter((one) => one.card);
      const who = placeName(place, at);
      const words =
        seen.length === cards.length
          ? `${who}: ${cardNames(seen.map((one) => one.card))}`
          : seen.length
            ? `${who}: ${cards.length} cards, ${cardNames(seen.map((one) => one.card))} up`
            : `${who}: ${cards.length} card${cards.length > 1 ? "s" : ""} face down`;
      add(cards[0], words, who === "You");
    }
    dealt = new Map();
  };
  for (const e of events) {
    if (e.type === "dealt") {
      const to = e.to.startsWith("seat ") || e.to === "dealer" ? e.to : "board";
      dealt.set(to, [...(dealt.get(to) ?? []), e]);
      continue;
    }
    flush();
    if (chosen && e.type === "wagered" && chosen.player === e.player) {
      chosen.sum += e.amount;
      chosen.line.words = `${chosen.words} for ${dollars(chosen.sum)}`;
      continue;
    }
    chosen = null;
    if (e.type === "withdrawn") {
      // what was placed and taken back before the deal is no news
      const at = lines.findLastIndex((line) => line.bet === betOf(e));
      if (at >= 0) {
        lines.splice(at, 1);
        continue;
      }
    }
    const say = SAYS[e.type];
    if (say) add(e, say(e, called, at, speech), e.player === me || (e.place && placeName(e.place, at) === "You"));
    if (e.type === "chose") chosen = { line: lines[lines.length - 1], player: e.player, words: speech.does(called(e.player), e), sum: 0 };
  }
  flush();
  const over = events.find((e) => e.type === "ended");
  if (over && !over.staked) add({ ...over, clause: "" }, "Nobody bet, so the round ends");
  return lines;
}

/** @param {Event} e */
const betOf = (e) => `${e.seat}/${e.player}/${e.hand}/${e.wager}`;

/** @type {Record<string, (e: Event, called: Called, at: (seat: number) => string, speech: Speech) => string>} */
const SAYS = {
  committed: (e) => `${e.commitments.length} cards shuffled and sealed`,
  offered: (e, called) => `${called(e.player)} may cut`,
  refused: (e, called) => (called(e.player) === "You" ? "You refuse the cut" : `${called(e.player)} refuses the cut`),
  cut: (e, called) => `${e.player ? called(e.player) : "Dealer"} cut${e.player && called(e.player) === "You" ? "" : "s"} ${e.depth} cards`,
  announced: (e, _, at) => (e.hand ? `${placeName(e.place, at)}: ${e.words}` : `“${sentence(e.words)}.”`),
  seated: (e, called) => (called(e.player) === "You" ? `You sit down at seat ${e.seat}` : `${called(e.player)} sits down at seat ${e.seat}`),
  wagered: (e, called, _, speech) => `${called(e.player)}: ${speech.wager(e.wager)} ${dollars(e.amount)}${e.redeemed ? " by coupon" : ""}`,
  withdrawn: (e, called, _, speech) => `${called(e.player)}: ${speech.wager(e.wager)} taken back`,
  procedure: (e) => (e.ruling === "verbal-wagers" ? sentence(e.step) : ""),
  burned: (e) => `A card is burned${e.card ? `: ${cardName(e.card)}` : ""}`,
  chose: (e, called, _, speech) => `${e.ruling === LATE ? "Time ran out: " : ""}${speech.does(called(e.player), e)}${e.amount ? ` for ${dollars(e.amount)}` : ""}`,
  exposed: (e, _, at) => `${placeName(e.place, at)}: ${cardNames(e.cards)} shown`,
  concealed: (e, _, at) => `${placeName(e.place, at)}: cards turned down`,
  ranked: (e, _, at) => `${placeName(e.place, at)} ${has(placeName(e.place, at))} ${e.name}`,
  settled: (e, called, _, speech) => `${called(e.player)}: ${settledWords(e, speech.wager(e.wager))}`,
  paid: (e) => `The meter pays ${dollars(e.amount)}`,
  drawn: (e) => `${sentence(e.what)}: ${e.result}`,
  validated: (e) => `A supervisor approves: ${e.what}`,
  irregular: (e) => `${sentence(e.what)}. ${sentence(e.remedy)}`,
  voided: (e, called, at) =>
    e.place === "round" ? "The round is void" : e.player ? `${called(e.player)}: wagers come back` : `${placeName(e.place, at)}: the hand is void`,
  opened: (e) => `${e.cards.length} seals opened`,
};

/** @param {Event} e @param {string} name of its wager */
function settledWords(e, name) {
  if (e.result === "win") return `${name} wins ${dollars(netOf([e]))}`;
  if (e.result === "lose") return `${name} loses ${dollars(e.stake)}`;
  if (e.result === "surrender") return `${name} surrendered, ${dollars(e.returned)} back`;
  return `${name} comes back`;
}

/**
 * What a screen reader hears of events that others and the dealer made: calls, acts, payouts summed by seat.
 * @param {Speech} speech
 * @param {Event[]} events
 * @param {Called} called
 * @param {string} me
 */
export function heard(speech, events, called, me) {
  const said = [];
  /** @type {Map<string, number>} */
  const nets = new Map();
  for (const e of events) {
    if (e.type === "announced" && !e.hand) said.push(`${sentence(e.words)}.`);
    else if (e.type === "chose" && e.player !== me) said.push(`${speech.does(called(e.player), e)}.`);
    else if (e.type === "ranked" && e.place === "dealer") said.push(`Dealer has ${e.name}.`);
    else if (e.type === "voided" && e.place === "round") said.push(`The round is void, clause ${clauseName(e.clause)}.`);
    else if (e.type === "settled" && e.player !== me) nets.set(e.player, (nets.get(e.player) ?? 0) + netOf([e]));
  }
  const paid = [...nets].map(([player, net]) => `${called(player)} ${net > 0 ? "wins" : net < 0 ? "loses" : "breaks even"}${net ? ` ${dollars(Math.abs(net))}` : ""}`);
  if (paid.length) said.push(`${list(paid)}.`);
  return said.join(" ");
}
