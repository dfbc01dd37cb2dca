// How the round of a puzzle ends: the cards as they lie at the end, and what each choice would have brought.

import { h, say } from "../dom.js";
import { Layout } from "../layout.js";
import { signed } from "../words.js";

/** @typedef {import("../layout.js").Event} Event */
/** @typedef {{do: string, net: number, events: Event[]}} Ending */

/**
 * The end that is drawn: that of the answer, or of the best choice if more is seen of it, as after a fold.
 * @param {Ending[]} endings
 * @param {{chosen: string, best: string}} grade
 */
export function telling(endings, grade) {
  const [own, best] = [grade.chosen, grade.best].map((what) => endings.find((one) => one.do === what) ?? endings[0]);
  return best.events.length > own.events.length ? best : own;
}

/**
 * The table at the end, before the cards are picked up.
 * @param {Event[]} events
 */
export function endOf(events) {
  const layout = new Layout();
  for (const event of events) if (event.type !== "collected") layout.apply(event);
  return layout;
}

/**
 * @param {Ending[]} endings
 * @param {string} chosen
 * @param {{do: string, verb: string}[]} answers the choices in their order
 */
export function drawEndings(endings, chosen, answers) {
  const nets = new Map(endings.map((one) => [one.do, one.net]));
  say(`With your answer the round ends at ${signed(nets.get(chosen) ?? 0)}.`);
  return h("div", { class: "played-out" }, h("p", { class: "caption" }, "This deal"),
    h("dl", {}, answers.map((one) => {
      const net = nets.get(one.do) ?? 0;
      return h("div", { class: one.do === chosen ? "chosen" : "", "data-do": one.do }, h("dt", {}, one.verb), h("dd", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net)));
    })),
    h("p", { class: "faint" }, "One deal says little; the values count every one."));
}
