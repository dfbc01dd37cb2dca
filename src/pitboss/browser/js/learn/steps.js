// A round of one player as the few steps that a learner needs. Made from events, so it tells what the engine did.

import { CROSS } from "../cross.js";
import { Layout, netOf } from "../layout.js";
import { placeName } from "../table/telling.js";
import { SIGNS, dollars, list, printed, sentence } from "../words.js";

/** @typedef {import("../layout.js").Event} Event */
/** @typedef {import("../speech.js").Speech} Speech */
/** @typedef {{kind: string, title: string, detail: string, layout: Layout}} Step */

/** The kind of step that an event belongs to. Others do not show. @type {Record<string, string>} */
const KINDS = { dealt: "deal", exposed: "show", ranked: "show", settled: "settle" };

/** What the cards of the table are called. @param {string} place */
const boardOf = (place) => (place in CROSS ? "The cross" : "The board");

/** @param {string[]} cards */
const texts = (cards) => cards.map(([rank, suit]) => printed(rank) + SIGNS[suit]).join(" ");

/**
 * @param {Speech} speech
 * @param {Event[]} events
 * @param {number} seat
 * @returns {Step[]}
 */
export function steps(speech, events, seat) {
  /** @type {{kind: string, events: Event[], layout: Layout}[]} */
  const groups = [];
  let dealt = false;
  for (const event of events) {
    const before = groups[groups.length - 1];
    let kind = KINDS[event.type] || "";
    if (event.type === "wagered") kind = dealt && before?.kind === "choose" ? "choose" : dealt ? "raise" : "bet";
    if (event.type === "chose" && event.seat === seat) kind = "choose";
    if (event.type === "dealt") dealt = true;
    if (!kind) continue;
    const joins = before?.kind === kind && event.type !== "chose";
    if (joins) before.events.push(event);
    else groups.push({ kind, events: [event], layout: new Layout() });
    groups[groups.length - 1].layout = after(events, event);
  }
  return groups.map((group) => ({ kind: group.kind, ...told(speech, group.kind, group.events, seat), layout: group.layout }));
}

/**
 * What lies on the table after an event.
 * @param {Event[]} events
 * @param {Event} last
 */
function after(events, last) {
  const layout = new Layout();
  for (const event of events) {
    layout.apply(event);
    if (event === last) break;
  }
  return layout;
}

/**
 * @param {Speech} speech
 * @param {string} kind
 * @param {Event[]} events
 * @param {number} seat
 */
function told(speech, kind, events, seat) {
  const own = `seat ${seat}`;
  const wagers = events.filter((event) => event.type === "wagered");
  const total = wagers.reduce((sum, one) => sum + one.amount, 0);
  const named = list(wagers.map((one) => `${speech.wager(one.wager)} ${dollars(one.amount)}`));
  if (kind === "bet") return { title: `Bet ${dollars(total)}`, detail: wagers.length > 1 ? named : "before any card" };
  if (kind === "raise") return { title: `Place ${dollars(total)} more`, detail: named };
  if (kind === "choose") {
    const [chose] = events;
    return { title: `${speech.does("You", chose)}${total ? `: ${dollars(total)} more` : ""}`, detail: "" };
  }
  if (kind === "deal") return dealing(events, own);
  if (kind === "show") {
    const ranked = events.filter((event) => event.type === "ranked");
    const said = (/** @type {Event} */ one) => `${placeName(one.place, () => "You")}: ${one.name || one.category}`;
    const first = ranked.filter((one) => one.place !== own).map(said);
    const mine = ranked.filter((one) => one.place === own).map(said);
    const turned = events.filter((event) => event.type === "exposed");
    const board = turned.filter((one) => one.place !== own && one.place !== "dealer").flatMap((one) => one.cards);
    const lines = [...(first.length || mine.length ? [...first, ...mine] : [`${boardOf(turned[0]?.place ?? "")} shows ${texts(board)}`])];
    return { title: lines[0] || "", detail: lines.slice(1).join("; ") };
  }
  const net = netOf(events);
  const ends = events.map((one) => {
    const won = netOf([one]);
    return `${speech.wager(one.wager)} ${won > 0 ? `+${dollars(won)}` : won < 0 ? dollars(won) : "comes back"}`;
  });
  return { title: net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "Your chips come back", detail: list(ends) };
}

/**
 * @param {Event[]} events
 * @param {string} own
 */
function dealing(events, own) {
  /** @type {Map<string, {shown: string[], hidden: number}>} */
  const got = new Map();
  for (const event of events) {
    const place = event.to === own || event.to === "dealer" ? event.to : boardOf(event.to).toLowerCase();
    const one = got.get(place) || { shown: [], hidden: 0 };
    if (event.card && (event.face === "up" || place === own)) one.shown.push(event.card);
    else one.hidden += 1;
    got.set(place, one);
  }
  const words = [...got].map(([place, one]) => {
    const who = place === own ? "you get" : place === "dealer" ? "the dealer gets" : `${place} gets`;
    const down = one.hidden ? `${one.hidden} face down` : "";
    return `${who} ${[texts(one.shown), down].filter(Boolean).join(" and ")}`;
  });
  const mine = words.findIndex((line) => line.startsWith("you"));
  const ordered = mine > 0 ? [words[mine], ...words.filter((_, at) => at !== mine)] : words;
  return { title: sentence(ordered[0]), detail: ordered.slice(1).join("; ") };
}
