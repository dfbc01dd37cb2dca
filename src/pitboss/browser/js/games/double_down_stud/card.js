// Double Down Stud in the lobby and in lists of games.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 5,
  short: "Double Down",
  name: "Double Down Stud",
  words: "One card and a board of four. Double before the last one turns.",
  brief: "Double before the last card.",
  cards: [[null, 22, 20, 48], ["9s", 77, 20, 48], ["Kd", 130, 20, 48], ["4c", 183, 20, 48], ["9h", 100, 106, 48]],
  chips: [[2500, 62, 140, 16]],
  areas: [[62, 140, 22, ""], [193, 140, 22, "×2"]],
};
