// What Double Attack Blackjack shows at a decision.

import { h } from "../../dom.js";
import { dollars, sentence } from "../../words.js";

const ORDINALS = ["", "First", "Second", "Third", "Fourth"];

/** The own hands and side wagers, where there may be several. @param {import("../../table/room.js").Room} room */
export function drawMore(room) {
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
