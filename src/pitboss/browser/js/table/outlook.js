// What may come of a choice: how the hand can end, what lies on the table for you, what pays, and what is locked.

import { h } from "../dom.js";
import { dollars, sentence, spelled } from "../words.js";
import { shortClause } from "./result.js";

/** @import { EndInfo } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

/** What the house calls an end, as one says it to a player. @type {Record<string, string>} */
export const SAID = {
  "lower than the dealer": "Dealer higher",
  "equal to the dealer": "Equal hands",
  "higher than the dealer": "You higher",
  "player higher": "You higher",
  "lower than the dealer's hand": "Dealer higher",
  "equal to the dealer's hand": "Equal hands",
  "bust": "You go over 21",
  "above the dealer": "You higher",
  "below the dealer": "Dealer higher",
  "both blackjack": "Both have blackjack",
  "blackjack": "You have blackjack",
  "surrendered": "You give up half",
  "pair of fives or less": "nothing that pays",
};
const EVEN = 10; // cents under which an average of what is won and lost is about even
const SILENT = new Set(["report", "wager", "withdraw", "cash", "redeem", "consent", "burn card", "hit", "double"]); // nobody wonders about these

/**
 * What a game itself shows at a decision, in its folder: the ends in its own way, and what else there is to see.
 * @typedef {{drawEnds?: (ends: EndInfo[], deals: number) => Node, drawMore?: (room: Room) => Node | null}} Outlook
 */

/** @param {Room} room @param {Outlook | null} own */
export function drawOutlook(room, own) {
  if (room.phase !== "decide") return [];
  const advice = room.coaching.on ? room.coaching.advice : null;
  const all = advice?.ends ?? [];
  const sorted = [...(advice?.choices ?? [])].sort((a, b) => Number(b.cents) - Number(a.cents)); // a fold and a split have no ends
  const asked = sorted.find((choice) => all.some((one) => one.do === choice.do))?.do ?? "";
  const ends = all.filter((one) => one.do === asked);
  const seen = !ends.length ? null : own?.drawEnds ? own.drawEnds(ends, Number(advice?.deals)) : drawEnds(ends, room.speech.verb(asked, room.turn?.about ?? ""));
  return [seen, own?.drawMore?.(room) ?? null, drawLocked(room)];
}

/** @param {number} cents */
export const outcome = (cents) => (cents > 0 ? "won" : cents < 0 ? "lost" : "");

/** @param {number} share */
const percent = (share) => (share < 0.001 ? "under 0.1%" : `${(share * 100).toFixed(1)}%`);

/** "you win $25"; an average says so. @param {number} cents */
function inWords(cents) {
  const whole = Number.isInteger(cents);
  if (Math.abs(cents) < (whole ? 1 : EVEN)) return cents ? "about even" : "nothing won or lost";
  return `you ${cents > 0 ? "win" : "lose"} ${dollars(Math.abs(cents))}${whole ? "" : " on average"}`;
}

/** One bar with the shares of all ends, and a line for each. @param {EndInfo[]} ends @param {string} does */
function drawEnds(ends, does) {
  const bar = h("div", { class: "shares", "aria-hidden": "true" }, ends.map((one) =>
    h("span", { class: `share ${outcome(one.cents)}`, style: { "flex-grow": one.share } }, one.share > 0.14 ? percent(one.share) : "")));
  return h("section", { class: "ends" }, h("p", { class: "caption" }, `If you ${does}`), bar,
    h("dl", {}, ends.map((one) => h("div", {}, h("dt", {}, `${SAID[one.how] ?? sentence(one.how)}, ${percent(one.share)}`), h("dd", { class: outcome(one.cents) }, inWords(one.cents))))));
}

/** What one might want to do and may not, with the clause. @param {Room} room */
function drawLocked(room) {
  const { holds } = room.live.layout.hand(`seat ${room.seat}`, room.handInPlay);
  const expected = (/** @type {string} */ name) => !SILENT.has(name) && (name !== "split" || holds.pair);
  const locked = new Map(room.offers.filter((one) => one.why_not && !one.optional && expected(one.do) && (one.hand ?? 1) === room.handInPlay).map((one) => [one.do, one]));
  if (!locked.size) return null;
  return h("section", {}, h("p", { class: "caption" }, "Not now"),
    h("ul", { class: "locked" }, [...locked.values()].map((one) =>
      h("li", {}, h("span", { class: "lock", "aria-hidden": "true" }), h("span", {}, h("b", {}, room.speech.of(one.do, room.turn?.about, one.clause).button), `: ${spelled(one.why_not ?? "")} `, h("span", { class: "clause" }, shortClause(one.clause)))))));
}
