// Double Down Stud in six sentences (8(c) to 8(e), 9, 10(b)).
export const sentences = [
  "You place one wager before the cards.",
  "You get one card face up; the board gets one face down and three face up.",
  "Your card and the four of the board are your hand; there is no dealer to beat.",
  "Before the last card is turned, you may double: a second wager, up to the first.",
  "The dealer turns the hole card.",
  "A pair of jacks or better wins by the pay table, sixes to tens push, and less loses.",
];
