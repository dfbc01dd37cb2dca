// Questions of the practice that have choices: one of several answers each.

import { h } from "../dom.js";

/**
 * The clause that decided, and what it says.
 * @param {{clause: string, why: string}} graded
 */
export function clauseTold(graded) {
  return h("p", { class: "clause-told" }, graded.clause && h("span", { class: "clause" }, graded.clause), ` ${graded.why}`);
}

/**
 * @param {any} asked the exercise
 * @param {any} graded the verdict, or null before the answer
 */
export function choicesOf(asked, graded) {
  const element = h("div", { class: `questions ${asked.asks.length > 1 ? "several" : ""}` }, asked.asks.map((/** @type {any} */ ask) => {
    const result = graded?.asks.find((/** @type {any} */ one) => one.name === ask.name);
    const said = asked.answer?.chosen[ask.name];
    return h("fieldset", { name: ask.name }, h("legend", { class: "caption" }, ask.title),
      h("div", { class: "answers" }, ask.choices.map((/** @type {any} */ one, /** @type {number} */ at) => {
        const right = result && at === result.answer;
        const wrong = result && at === said && !right;
        return h("label", { class: `kind ${right ? "right" : wrong ? "wrong" : ""}` },
          h("span", {}, h("input", { type: "radio", name: ask.name, value: at, checked: said === at, disabled: Boolean(graded) }), ` ${one.words}`, right ? " ✓" : wrong ? " ✕" : ""),
          one.clause && h("span", { class: "clause" }, one.clause));
      })), result?.why ? clauseTold(result) : "");
  }));
  const chosen = () => {
    /** @type {Record<string, number>} */
    const made = {};
    for (const one of element.querySelectorAll("input:checked")) {
      const input = /** @type {HTMLInputElement} */ (one);
      made[input.name] = Number(input.value);
    }
    if (!Object.keys(made).length) throw new Error("choose an answer first");
    return made;
  };
  return { element, chosen };
}
