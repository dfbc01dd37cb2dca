// What may come of a choice: how the hand can end, what lies on the table for you, what pays, and what is locked.

import { h } from "../dom.js";
import { dollars, sentence, signed, spelled } from "../words.js";
import { shortClause } from "./result.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {{do: string, how: string, share: number, cents: number}} End how a hand may end, from the coach */

/** What the house calls an end, as one says it to a player. @type {Record<string, string>} */
const SAID = {
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
const GRID = "double_down_stud"; // each way is one card, so each has a square
const EVEN = 10; // cents under which an average of what is won and lost is about even
const ORDINALS = ["", "First", "Second", "Third", "Fourth"];
const SILENT = new Set(["report", "wager", "withdraw", "cash", "redeem", "consent", "burn card", "hit", "double"]); // nobody wonders about these

/**
 * @param {Room} room
 * @returns {(Node | null)[]}
 */
export function drawOutlook(room) {
  if (room.phase !== "decide") return [];
  const advice = room.coaching.on ? room.coaching.advice : null;
  const all = advice?.ends ?? [];
  const sorted = [...(advice?.choices ?? [])].sort((a, b) => Number(b.cents) - Number(a.cents)); // a fold and a split have no ends
  const asked = sorted.find((choice) => all.some((one) => one.do === choice.do))?.do ?? "";
  const ends = all.filter((one) => one.do === asked);
  const seen = !ends.length ? null : room.info.game === GRID ? drawHole(ends, Number(advice?.deals)) : drawEnds(ends, room.speech.verb(asked, room.turn?.about ?? ""));
  return [seen, drawOwn(room), drawRaises(room), drawLocked(room)];
}

/** @param {number} cents */
const outcome = (cents) => (cents > 0 ? "won" : cents < 0 ? "lost" : "");

/** @param {number} share */
const percent = (share) => (share < 0.001 ? "under 0.1%" : `${(share * 100).toFixed(1)}%`);

/**
 * "you win $25"; an average says so.
 * @param {number} cents
 */
function inWords(cents) {
  const whole = Number.isInteger(cents);
  if (Math.abs(cents) < (whole ? 1 : EVEN)) return cents ? "about even" : "nothing won or lost";
  return `you ${cents > 0 ? "win" : "lose"} ${dollars(Math.abs(cents))}${whole ? "" : " on average"}`;
}

/**
 * One bar with the shares of all ends, and a line for each.
 * @param {End[]} ends
 * @param {string} does
 */
function drawEnds(ends, does) {
  const bar = h("div", { class: "shares", "aria-hidden": "true" }, ends.map((one) => {
    const part = h("span", { class: `share ${outcome(one.cents)}` }, one.share > 0.14 ? percent(one.share) : "");
    part.style.flexGrow = String(one.share);
    return part;
  }));
  return h("section", { class: "ends" }, h("p", { class: "caption" }, `If you ${does}`), bar,
    h("dl", {}, ends.map((one) => h("div", {}, h("dt", {}, `${SAID[one.how] ?? sentence(one.how)}, ${percent(one.share)}`), h("dd", { class: outcome(one.cents) }, inWords(one.cents))))));
}

/**
 * A square for each card that the hole card can be.
 * @param {End[]} ends
 * @param {number} deals
 */
function drawHole(ends, deals) {
  const sorted = [...ends].sort((a, b) => b.cents - a.cents);
  const looks = sorted.map((one, at) => (one.cents > 0 ? `win-${Math.min(at, 2)}` : one.cents < 0 ? "lose" : "push"));
  const counts = sorted.map((one) => Math.round(one.share * deals));
  return h("section", { class: "hole" }, h("p", { class: "caption" }, "What the hole card can do"),
    h("div", { class: "squares", "aria-hidden": "true" }, counts.flatMap((count, at) => Array.from({ length: count }, () => h("i", { class: looks[at] })))),
    h("dl", {}, sorted.map((one, at) => {
      const how = one.cents ? SAID[one.how] ?? one.how : `${one.how}: push`;
      return h("div", {}, h("dt", {}, h("i", { class: looks[at], "aria-hidden": "true" }), `${counts[at]} card${counts[at] === 1 ? "" : "s"}: ${how}`), h("dd", { class: outcome(one.cents) }, signed(one.cents)));
    })));
}

/**
 * The own hands and side wagers, where there may be several.
 * @param {Room} room
 */
function drawOwn(room) {
  if (room.info.game !== "double_attack_blackjack") return null;
  const layout = room.live.layout;
  const stakes = layout.stakesOf(room.seat).filter((one) => one.player === room.me);
  const numbers = layout.handsAt(`seat ${room.seat}`);
  const side = stakes.filter((one) => one.wager === "insurance" || one.wager === "bust bonus");
  const lines = numbers.map((number) => {
    const { cards, actions, holds } = layout.hand(`seat ${room.seat}`, number);
    const on = stakes.filter((one) => one.hand === number && !side.includes(one)).reduce((sum, one) => sum + one.amount, 0);
    const playing = number === room.handInPlay && room.seatAsked === room.seat;
    const words = [String(holds.total ?? ""), cards.length === 1 ? "one card" : actions.includes("double") ? "doubled" : `${cards.length} cards`, playing && "your turn"].filter(Boolean).join(", ");
    return h("div", { class: playing ? "playing" : "" }, h("dt", {}, h("b", {}, numbers.length > 1 ? `${ORDINALS[number]} hand` : "Your hand"), ` ${words}`), h("dd", {}, dollars(on)));
  });
  const more = side.map((one) => h("div", {}, h("dt", {}, h("b", {}, sentence(room.speech.wager(one.wager))), one.wager === "insurance" ? " dealer has blackjack" : " dealer over 21"), h("dd", {}, dollars(one.amount))));
  if (!lines.length && !more.length) return null;
  return h("section", { class: "own-hands" }, h("p", { class: "caption" }, "On the table for you"), h("dl", { class: "pays" }, lines, more));
}

/**
 * What each raise pays, with the lines that the two arrays hold now.
 * @param {Room} room
 */
function drawRaises(room) {
  if (room.info.game !== "double_cross_poker" || !room.pays) return null;
  const raising = room.turn?.about !== "expose or conceal";
  const lines = room.pays[raising ? "each raise, on a higher hand" : "three-card"];
  const { cards, holds } = room.live.layout.hand(`seat ${room.seat}`);
  if (!lines || cards.length !== 2) return null;
  return h("section", {}, h("p", { class: "caption" }, raising ? "Each raise pays, on a higher hand" : "The three-card wager pays"),
    h("dl", { class: "pays" }, Object.entries(lines).map(([line, odds]) => h("div", { class: raising && holds.lines?.includes(line) ? "held" : "" }, h("dt", {}, sentence(line)), h("dd", {}, odds)))));
}

/**
 * What one might want to do and may not, with the clause.
 * @param {Room} room
 */
function drawLocked(room) {
  const { holds } = room.live.layout.hand(`seat ${room.seat}`, room.handInPlay);
  const expected = (/** @type {string} */ name) => !SILENT.has(name) && (name !== "split" || holds.pair);
  const locked = new Map(room.offers.filter((one) => one.why_not && !one.optional && expected(one.do) && (one.hand ?? 1) === room.handInPlay).map((one) => [one.do, one]));
  if (!locked.size) return null;
  return h("section", {}, h("p", { class: "caption" }, "Not now"),
    h("ul", { class: "locked" }, [...locked.values()].map((one) =>
      h("li", {}, h("span", { class: "lock", "aria-hidden": "true" }), h("span", {}, h("b", {}, sentence(one.do)), `: ${spelled(one.why_not ?? "")} `, h("span", { class: "clause" }, shortClause(one.clause)))))));
}
