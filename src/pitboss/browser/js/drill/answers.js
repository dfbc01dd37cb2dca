// The answers of a puzzle in words: verb and amount, what it does, and its key. Verbs and keys are those of the table.

import { figuresOf } from "../table/choices.js";
import { dollars, shownApart } from "../words.js";

/** @import { PuzzleInfo } from "../../protocol.d.ts" */

/**
 * @param {import("../speech.js").Speech} speech
 * @param {PuzzleInfo} puzzle
 * @returns {{do: string, verb: string, detail: string, key: string}[]} in a fixed order, which never depends on the answer
 */
export function answersOf(speech, puzzle) {
  return [...puzzle.choices]
    .sort((a, b) => speech.rank(a.do) - speech.rank(b.do))
    .map((one) => {
      const words = speech.of(one.do, puzzle.about, one.clause);
      const detail = speech.then(words, figuresOf({ ...one, cost: one.stakes }));
      const told = one.stakes && !detail.includes(dollars(one.stakes)); // what the detail says is not said twice
      return { do: one.do, key: words.key, verb: told ? `${words.button}, ${dollars(one.stakes)}` : words.button, detail };
    });
}

/**
 * What an answer costs against the best, in words, as far as the shown amounts tell.
 * @param {{do: string, cents: number}[]} priced every answer
 * @param {string} chosen
 */
export function costInWords(priced, chosen) {
  const cents = priced.find((one) => one.do === chosen)?.cents ?? 0;
  const apart = shownApart(Math.max(...priced.map((one) => one.cents)), cents);
  return apart ? dollars(apart) : "less than a cent";
}
