// How people speak of a game: what its choices, questions and wagers are called. The house sends the words with the game.

import { sentence } from "./words.js";

/** @import { ChoiceWords, Speech as Told } from "../protocol.d.ts" */

export class Speech {
  /** @param {Told} told */
  constructor({ choices, questions, wagers } = { choices: [], questions: {}, wagers: {} }) {
    this.choices = choices;
    this.questions = questions;
    this.wagers = wagers;
  }

  /**
   * The words for a choice, by its question or by its clause, whichever is known.
   * @param {string} action
   * @param {string} [about]
   * @param {string} [clause]
   */
  of(action, about = "", clause = "") {
    const named = this.choices.filter((one) => one.action === action);
    return (
      named.find((one) => one.about && one.about === about) ??
      named.find((one) => one.clause && one.clause === clause) ??
      named.find((one) => !one.about && !one.clause) ??
      { action, about: "", clause: "", name: action, shown: action, button: sentence(action), doing: action, does: "", late: action, key: "", means: "", then: [], aside: false }
    );
  }

  /** Where the button of a choice stands among others: what gives up comes first. @param {string} action */
  rank(action) {
    const at = this.choices.findIndex((one) => one.action === action);
    return at < 0 ? this.choices.length : at;
  }

  /** What people read for a wager. @param {string} name */
  wager(name) {
    return this.wagers[name] ?? name;
  }

  /** The same for a column of a pay table by the number of hands: "Cover All, 2 hands". @param {string} name */
  column(name) {
    const [, wager = "", hands = ""] = /^(.*) (\d+)$/.exec(name) ?? [];
    return hands && this.wager(name) === name ? `${this.wager(wager)}, ${hands} hands` : this.wager(name);
  }

  /** What people read for a question. @param {string} about */
  question(about) {
    return this.questions[about] ?? about;
  }

  /** "Betting", for a sentence that says what it is worth. @param {string} action @param {string} about */
  doing(action, about) {
    return sentence(this.of(action, about).doing);
  }

  /** "Ann bets", "You bet". @param {string} who @param {import("./layout.js").Event} event that somebody chose */
  does(who, { action, clause }) {
    const words = this.of(action, "", clause).does;
    if (!words) return `${who}: ${action}`;
    return who === "You" ? `You ${bare(words)}` : `${who} ${words}`;
  }

  /** "bet", after "If you". @param {string} action @param {string} about */
  verb(action, about) {
    const { does, button } = this.of(action, about);
    return does ? bare(does) : button.toLowerCase();
  }

  /**
   * What follows from a choice: the fullest phrase whose figures are known.
   * @param {ChoiceWords} words
   * @param {Record<string, string>} figures
   */
  then(words, figures) {
    const known = words.then.find((one) => [...one.matchAll(/\{(\w+)\}/g)].every(([, name]) => figures[name]));
    return known?.replace(/\{(\w+)\}/g, (_, name) => figures[name]) ?? "";
  }
}

/** The third person without its ending: "places the 2nd wager" becomes "place the 2nd wager". @param {string} does */
function bare(does) {
  const [verb, ...rest] = does.split(" ");
  return [verb.replace(/(?<=ss|ch|sh|x)es$|s$/, ""), ...rest].join(" ");
}

/** @type {Map<string, Speech>} what the house has sent, by game */
const told = new Map();

/** Keep the words that the house sends with its games. @param {{name: string, words: Told}[]} games */
export function keepSpeech(games) {
  for (const { name, words } of games) told.set(name, new Speech(words));
}

/** @param {string} game */
export const speechOf = (game) => told.get(game) ?? new Speech();
