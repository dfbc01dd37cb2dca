// The answers of a puzzle in words: verb and amount, what it does, and its key. Verbs and keys are those of the table.

import { keyOf, verbOf } from "../table/choices.js";
import { addedInWords, dollars, shownApart, surrenderInWords } from "../words.js";

/**
 * @typedef {object} Choice as the house offers it, with its amounts in cents
 * @property {string} do
 * @property {string} clause the clause that permits it
 * @property {number} amount
 * @property {string} amount_is what the amount is, in words
 * @property {number} stakes what it puts on the table
 * @property {[string, number][]} adds the wagers that it puts there, if they are several
 * @property {number} gives_up what it gives up of what lies there
 */
/** @typedef {{about: string, choices: Choice[]}} Puzzle */
/** @typedef {{do: string, verb: string, detail: string, key: string}} Answer */

/** What comes first gives up, what comes last puts most on the table. The order never depends on the answer. */
const ORDER = ["fold", "surrender", "pass", "conceal", "stand", "hit", "split"];

/**
 * @param {Puzzle} puzzle
 * @returns {Answer[]} in a fixed order
 */
export function answersOf(puzzle) {
  const rank = (/** @type {{do: string}} */ one) => (ORDER.includes(one.do) ? ORDER.indexOf(one.do) : ORDER.length);
  return [...puzzle.choices]
    .sort((a, b) => rank(a) - rank(b))
    .map((one) => {
      const verb = verbOf(one.do, puzzle.about);
      return { do: one.do, key: keyOf(one.do, puzzle.about), verb: one.stakes && one.do !== "split" ? `${verb}, ${dollars(one.stakes)}` : verb, detail: detail(one, puzzle) };
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

/**
 * @param {Choice} choice
 * @param {Puzzle} puzzle
 */
function detail(choice, puzzle) {
  switch (choice.do) {
    case "bet":
      return choice.amount_is;
    case "second":
      return "as much as the 1st";
    case "fold":
      return `give up ${dollars(choice.gives_up)} on the table`;
    case "vertical":
    case "horizontal":
      return addedInWords(choice.adds);
    case "attack":
      return "before your cards";
    case "insure":
      return "against a blackjack";
    case "hit":
      return "draw a card";
    case "stand":
      return "no more cards";
    case "double":
      return puzzle.about === "double" ? "before the last card" : "one card, no more";
    case "split":
      return `two hands, ${dollars(choice.stakes)} more`;
    case "surrender":
      return surrenderInWords(choice);
    case "expose":
      return "for the side wager";
    case "conceal":
      return "the side wager loses";
    default:
      return choice.do === "pass" ? "no double" : "";
  }
}
