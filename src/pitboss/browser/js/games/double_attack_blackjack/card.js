// Double Attack Blackjack in the lobby and in lists of games.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 3,
  short: "Double Attack",
  name: "Double Attack",
  words: "Blackjack without tens. See the dealer’s card, then double your bet.",
  brief: "Blackjack without tens.",
  cards: [["6c", 97, 16, 50], ["8s", 24, 112, 42], ["8d", 180, 112, 42]],
  chips: [[2500, 103, 141, 15], [2500, 147, 141, 15]],
  areas: [[103, 141, 21, ""], [147, 141, 21, ""]],
};
