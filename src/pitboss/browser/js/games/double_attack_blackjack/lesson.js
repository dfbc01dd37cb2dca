// Double Attack Blackjack in six sentences (2(a), 5, 7(d), 7(e), 8 to 10, 12(b)).
/** What its odds are counted over. */
export const counted = "orders of the first three cards";

export const sentences = [
  "It is blackjack with the tens taken out of the shoe; kings, queens and jacks count ten.",
  "You bet, and the dealer turns one card.",
  "Now you may attack: a second bet, up to the first.",
  "Then you get two cards, and draw, stand, double, split, or surrender half.",
  "The dealer draws to 17 and stands on every 17.",
  "Nearer to 21 wins even money; so does a blackjack.",
];
