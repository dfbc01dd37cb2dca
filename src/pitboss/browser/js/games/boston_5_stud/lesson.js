// Boston 5 Stud Poker in six sentences (1, 6(c), 7(d), 10, 11).
export const sentences = [
  "You place an ante and a first wager of twice the ante; the bonus is optional.",
  "You and the dealer get three cards each, face down.",
  "If you placed the bonus, you may show your three cards; a pair or better is paid.",
  "You place a second wager equal to the first, or fold and lose the ante and the first.",
  "Two more cards come to each hand, and the higher hand wins even money on first and second; the ante comes back.",
  "Two pair or better pays a bonus on the ante, even if the dealer is higher.",
];
