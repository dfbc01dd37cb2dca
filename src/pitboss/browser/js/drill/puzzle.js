// A puzzle: its cards on a felt, its answers in words, and how its round ends. After the answer, the lines of a cross show which one was best.

import { CROSS, LINES } from "../cross.js";
import { h, s, say } from "../dom.js";
import { inlineCard } from "../draw/cards.js";
import { stack } from "../draw/chips.js";
import { cardOf } from "../games.js";
import { layoutOf } from "../layout.js";
import { smallHand } from "../small.js";
import { speechOf } from "../speech.js";
import { figuresOf, withKeys } from "../table/choices.js";
import { placeName } from "../table/telling.js";
import { dollars, sentence, shownApart, signed } from "../words.js";

/** @import { EndingInfo, PuzzleInfo } from "../../protocol.d.ts" */
/** @import { Event, Layout } from "../layout.js" */

const OWN = 96;
const BOARD = 84;

/**
 * @param {Layout} layout
 * @param {{seat: number, hand: number, names: Record<string, string>, makes: Record<string, string>}} puzzle with what the house calls the hands
 * @param {string} game
 * @param {Record<string, string>} marks "best" or "wrong" by line, once there is an answer
 */
export function drawSpot(layout, puzzle, game, marks = {}) {
  const own = `seat ${puzzle.seat}`;
  const deck = cardOf(game)?.deck ?? 1;
  const { housePlaces, over } = layout;
  const crossed = housePlaces.some((place) => place in CROSS);
  const board = housePlaces.filter((place) => !(place in CROSS) && !(crossed && place === "dealer" && !over));
  const hands = layout.handsAt(own);
  return [
    h("div", { class: "board" },
      crossed ? cross(layout, deck, marks) : null,
      board.map((place) => group(placeName(place, String), hiddenFirst(layout.hand(place).cards), BOARD, deck))),
    h("div", { class: crossed ? "own crossed" : "own" },
      hands.map((number) => {
        const hand = layout.hand(own, number);
        const name = hands.length > 1 ? `Hand ${number}` : hand.cards.length === 1 ? "Your card" : "Your cards";
        return h("div", { class: hands.length > 1 && number === puzzle.hand ? "hand now" : "hand" }, group(name, hand.cards, OWN, deck),
          h("span", { class: "pill" }, sentence(over ? hand.name : crossed || hand.cards.length < 2 ? "" : puzzle.names[`${own}/${number}`] ?? "")));
      }),
      crossed && !over ? lines(layout, layout.hand(own).cards, puzzle.makes, marks) : null,
      h("div", { class: "stakes" }, layout.stakesOf(puzzle.seat).map((one) => h("span", {}, chips(one.amount), `${sentence(speechOf(game).wager(one.wager))} ${dollars(one.amount)}`)))),
  ];
}

/** @param {Layout} layout @param {number} deck @param {Record<string, string>} marks */
function cross(layout, deck, marks) {
  return h("div", { class: "cross", role: "group", "aria-label": "The cross" },
    Object.keys(LINES).map((line) => h("span", { class: `arm ${line} ${marks[line] ?? ""}`, "aria-hidden": "true" })),
    Object.entries(CROSS).map(([place, [row, column]]) => {
      const found = inlineCard(layout.hand(place).cards[0] ?? null, BOARD, deck);
      [found.style.gridRow, found.style.gridColumn] = [String(row), String(column)];
      return found;
    }));
}

/**
 * What each line makes now.
 * @param {Layout} layout
 * @param {(string | null)[]} own
 * @param {Record<string, string>} makes
 * @param {Record<string, string>} marks
 */
function lines(layout, own, makes, marks) {
  return h("div", { class: "lines" }, Object.entries(LINES).map(([line, places]) => {
    const cards = places.map((place) => layout.hand(place).cards[0] ?? null);
    const known = [...own, ...cards.filter(Boolean)];
    return h("div", { class: `line ${marks[line] ?? ""}` }, h("b", { class: "caption" }, line),
      smallHand([...known, ...cards.filter((card) => !card)], `${sentence(line)}, your hand now`), h("span", {}, sentence(makes[line] ?? "")));
  }));
}

/** The dealer's cards as they lie: the up card at our right. @param {(string | null)[]} cards */
const hiddenFirst = (cards) => [...cards.filter((one) => !one), ...cards.filter(Boolean)];

/** @param {number} cents */
function chips(cents) {
  return s("svg", { class: "chips", width: 44, height: 44, viewBox: "-22 -22 44 44", "aria-hidden": "true" }, s("circle", { class: "ring", r: 21 }), stack(cents, 15));
}

/**
 * @param {string} name
 * @param {(string | null)[]} cards
 * @param {number} width
 * @param {number} deck
 */
function group(name, cards, width, deck) {
  return h("div", { class: "group", role: "group", "aria-label": name },
    h("span", { class: "name" }, name),
    h("div", { class: "cards" }, cards.map((one) => inlineCard(one, width, deck))));
}

// --- how the round ends: the cards as they lie then, and what each choice would have brought

/**
 * The table at the end that is drawn, before the cards are picked up: the end of the answer, or of the best choice if more is seen of it, as after a fold.
 * @param {EndingInfo[]} endings
 * @param {{chosen: string, best: string}} grade
 */
export function telling(endings, grade) {
  const [own, best] = [grade.chosen, grade.best].map((what) => endings.find((one) => one.do === what) ?? endings[0]);
  const { events } = best.events.length > own.events.length ? best : own;
  return layoutOf(/** @type {Event[]} */ (events).filter((event) => event.type !== "collected"));
}

/**
 * @param {EndingInfo[]} endings
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

// --- the answers in words: verb and amount, what it does, and its key; verbs and keys are those of the table

/**
 * @param {import("../speech.js").Speech} speech
 * @param {PuzzleInfo} puzzle
 * @returns {{do: string, verb: string, detail: string, key: string}[]} in a fixed order, which never depends on the answer
 */
export function answersOf(speech, puzzle) {
  const answers = [...puzzle.choices]
    .sort((a, b) => speech.rank(a.do) - speech.rank(b.do))
    .map((one) => {
      const words = speech.of(one.do, puzzle.about, one.clause);
      const detail = speech.then(words, figuresOf({ ...one, cost: one.stakes }));
      const told = one.stakes && !detail.includes(dollars(one.stakes)); // what the detail says is not said twice
      return { do: one.do, key: words.key, verb: told ? `${words.button}, ${dollars(one.stakes)}` : words.button, detail };
    });
  return withKeys(answers);
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
