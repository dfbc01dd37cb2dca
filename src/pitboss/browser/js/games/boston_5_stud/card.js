// Boston 5 Stud Poker in the lobby and in lists of games.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 4,
  short: "Boston 5",
  name: "Boston 5 Stud",
  words: "Three cards, then decide; two more to come. Bonus on the ante.",
  brief: "Three cards, then decide.",
  cards: [["9h", 30, 18, 52], ["9c", 64, 18, 52], ["Qd", 98, 18, 52]],
  chips: [[500, 43, 128, 14], [500, 96, 128, 14], [1000, 149, 128, 14]],
  areas: [[43, 128, 20, "bonus"], [96, 128, 20, "ante"], [149, 128, 20, "1st"], [202, 128, 20, "2nd"]],
};
