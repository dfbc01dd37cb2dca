// What Double Cross Poker shows at a decision.

import { h } from "../../dom.js";
import { sentence } from "../../words.js";

/** What each raise pays, with the lines that the two arrays hold now. @param {import("../../table/room.js").Room} room */
export function drawMore(room) {
  if (!room.pays) return null;
  const raising = room.turn?.about !== "expose or conceal";
  const lines = room.pays[raising ? "each raise, on a higher hand" : "three-card"];
  const { cards, holds } = room.live.layout.hand(`seat ${room.seat}`);
  if (!lines || cards.length !== 2) return null;
  return h("section", {}, h("p", { class: "caption" }, raising ? "Each raise pays, on a higher hand" : "The three-card wager pays"),
    h("dl", { class: "pays" }, Object.entries(lines).map(([line, odds]) => h("div", { class: raising && holds.lines?.includes(line) ? "held" : "" }, h("dt", {}, sentence(line)), h("dd", {}, odds)))));
}
