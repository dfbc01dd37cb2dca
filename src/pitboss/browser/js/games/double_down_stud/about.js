// Double Down Stud in lists of games and in Learn.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 5,
  short: "Double Down",
  name: "Double Down Stud",
  words: "One card and a board of four. Double before the last one turns.",
  brief: "Double before the last card.",
  cards: [[null, 22, 20, 48], ["9s", 77, 20, 48], ["Kd", 130, 20, 48], ["4c", 183, 20, 48], ["9h", 100, 106, 48]],
  chips: [[2500, 62, 140, 16]],
  areas: [[62, 140, 22, ""]],
  boxes: [[193, 140, 48, 40, "×2", true]],
};

/** The game in six sentences (8(c) to 8(e), 9, 10(b)). */
export const sentences = [
  "You place one wager before the cards.",
  "You get one card face up; the board gets one face down and three face up.",
  "Your card and the four of the board are your hand; there is no dealer to beat.",
  "Before the last card is turned, you may double: a second wager, up to the first.",
  "The dealer turns the hole card.",
  "A pair of jacks or better wins by the pay table, sixes to tens push, and less loses.",
];
