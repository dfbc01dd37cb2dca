// What Double Down Stud shows at a decision: each way is one card, so each has a square.

import { h } from "../../dom.js";
import { SAID, outcome } from "../../table/outlook.js";
import { signed } from "../../words.js";

/** @import { EndInfo } from "../../../protocol.d.ts" */

/** A square for each card that the hole card can be. @param {EndInfo[]} ends @param {number} deals */
export function drawEnds(ends, deals) {
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
