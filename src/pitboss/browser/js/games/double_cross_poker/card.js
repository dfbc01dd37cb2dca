// Double Cross Poker in the lobby and in lists of games.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 2,
  short: "Double Cross",
  name: "Double Cross",
  words: "A cross of five cards. Play vertical or horizontal, or fold.",
  brief: "Vertical, horizontal or fold.",
  deck: 2,
  cards: [[null, 105, 12, 36], ["7d", 61, 67, 36], [null, 105, 67, 36], [null, 149, 67, 36], ["Ks", 105, 122, 36]],
  chips: [],
  areas: [],
};
