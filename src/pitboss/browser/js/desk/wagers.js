// Questions of the practice about wagers: what is paid, taken or left, for each wager of a seat.

import { h } from "../dom.js";
import { centsOf, dollars, sentence } from "../words.js";

const FATES = [["pay", "Pay"], ["take", "Take"], ["leave", "Leave it"]];

/**
 * @param {any} asked the exercise
 * @param {any} graded the verdict, or null before the answer
 */
export function wagersOf(asked, graded) {
  /** @type {HTMLSelectElement[]} */
  const fates = [];
  /** @type {HTMLInputElement[]} */
  const sums = [];
  const rows = asked.wagers.map((/** @type {any} */ one, /** @type {number} */ at) => {
    const result = graded?.lines[at];
    const was = asked.answer?.said[at] ?? one.made;
    const name = `${sentence(one.wager)}${one.hand > 1 ? `, hand ${one.hand}` : ""}`;
    const fate = h("select", { "aria-label": `${name}: what you do`, disabled: Boolean(graded) }, FATES.map(([value, words]) => h("option", { value, selected: was?.fate === value }, words)));
    const sum = h("input", { "aria-label": `${name}: you pay, in dollars`, inputmode: "decimal", autocomplete: "off", placeholder: "$", disabled: Boolean(graded) || (was && was.fate !== "pay"), value: was?.fate === "pay" ? was.pays / 100 : "" });
    fate.addEventListener("change", () => (sum.disabled = fate.value !== "pay"));
    fates.push(fate);
    sums.push(sum);
    return h("tr", { class: result ? (result.right ? "right" : "wrong") : "" },
      h("td", {}, h("b", {}, name)), h("td", {}, dollars(one.stake)), h("td", {}, h("span", { class: "row" }, fate, sum)),
      h("td", { class: result && !result.right ? "lost" : "quiet" }, result ? `${result.right ? "✓ " : "✕ "}${verdict(result, was)}` : ""),
      h("td", { class: "number" }, result ? h("span", { class: "clause" }, result.clause) : ""));
  });
  const said = () => fates.map((one, at) => ({ fate: one.value, pays: one.value === "pay" ? centsOf(sums[at].value || "0") : 0 }));
  const element = h("div", {},
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Wagers" }, h("table", { class: "settle" },
      h("thead", {}, h("tr", {}, ["Wager", "On the felt", asked.kind === "check" ? "Your colleague did" : "You do", "The document"].map((one) => h("th", {}, one)), h("th", { class: "number" }, "Clause"))),
      h("tbody", {}, rows))),
    graded ? h("p", { class: "quiet totals" }, ...totals(asked, graded)) : "");
  return { element, said };
}

/** @param {any} asked @param {any} graded */
function totals(asked, graded) {
  const sum = (/** @type {any[]} */ lines) => lines.reduce((all, one) => all + one.pays, 0);
  const kept = graded.lines.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + (one.fate === "take" ? 0 : one.stake), 0);
  const gets = sum(graded.lines);
  const you = sum(asked.answer?.said ?? []);
  return [`Seat ${asked.seat} gets `, h("b", {}, dollars(gets)), " and keeps ", h("b", {}, dollars(kept)), " of stakes.", you === gets ? "" : ` You said ${dollars(you)}.`];
}

/** @param {any} line @param {any} was what was said */
function verdict(line, was) {
  const deed = line.fate === "pay" ? `pay ${dollars(line.pays)}` : line.fate === "take" ? "take it" : "it stays with the player";
  const not = !line.right && line.fate === "pay" && was?.fate === "pay" ? `, not ${dollars(was.pays)}` : "";
  return `${deed}${not}${line.why ? `: ${line.why}` : ""}`;
}
