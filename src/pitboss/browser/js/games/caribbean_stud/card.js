// Caribbean Stud Poker in the lobby and in lists of games.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 1,
  short: "Caribbean",
  name: "Caribbean Stud",
  words: "Five cards against the dealer’s five. Bet twice the ante, or fold.",
  brief: "Bet twice the ante, or fold.",
  cards: [[null, 44, 22, 46], [null, 68, 22, 46], [null, 92, 22, 46], [null, 116, 22, 46], ["Qd", 141, 22, 56]],
  chips: [[2500, 123, 141, 18]],
  areas: [[123, 141, 26, ""], [182, 141, 22, "bet"]],
};
