// The answers of a puzzle in words: verb and amount, what it does, and its key.

import { addedInWords, dollars, sentence, surrenderInWords } from "../words.js";

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

/** @type {Record<string, string>} */
const KEYS = {
  bet: "B", fold: "F", second: "S", expose: "E", conceal: "C", vertical: "V", horizontal: "H", attack: "A", insure: "I",
  hit: "H", stand: "S", double: "D", split: "P", surrender: "U", pass: "N",
};
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
    .map((one) => ({ do: one.do, key: KEYS[one.do] ?? "", ...words(one, puzzle) }));
}

/**
 * @param {Choice} choice
 * @param {Puzzle} puzzle
 * @returns {{verb: string, detail: string}}
 */
function words(choice, puzzle) {
  const many = (/** @type {string} */ verb) => (choice.stakes ? `${verb}, ${dollars(choice.stakes)}` : verb);
  switch (choice.do) {
    case "bet":
      return { verb: many("Bet"), detail: choice.amount_is };
    case "second":
      return { verb: many("Second wager"), detail: `as much as ${choice.amount_is}` };
    case "fold":
      return { verb: "Fold", detail: `give up ${dollars(choice.gives_up)} on the table` };
    case "vertical":
    case "horizontal":
      return { verb: many(sentence(choice.do)), detail: addedInWords(choice.adds) };
    case "attack":
      return { verb: many("Attack"), detail: "before your cards" };
    case "insure":
      return { verb: many("Insure"), detail: "against a blackjack" };
    case "hit":
      return { verb: "Hit", detail: "draw a card" };
    case "stand":
      return { verb: "Stand", detail: "no more cards" };
    case "double":
      return { verb: many("Double"), detail: puzzle.about === "double" ? "before the last card" : "one card, no more" };
    case "split":
      return { verb: "Split", detail: `two hands, ${dollars(choice.stakes)} more` };
    case "surrender":
      return { verb: "Surrender", detail: surrenderInWords(choice) };
    case "expose":
      return { verb: "Show", detail: "for the side wager" };
    case "conceal":
      return { verb: "Hide", detail: "the side wager loses" };
    case "pass":
      return { verb: puzzle.about === "double" ? "No double" : puzzle.about === "insurance" ? "No insurance" : "No attack", detail: "leave it as it lies" };
    default:
      return { verb: many(sentence(choice.do)), detail: "" };
  }
}
