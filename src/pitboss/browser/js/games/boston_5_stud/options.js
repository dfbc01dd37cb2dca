// The names of options that only Boston 5 Stud Poker has.

/** On the rail of the table, where the option alone says too little. @type {Record<string, string>} */
export const names = {
  without_shoe: "without the shoe, dealt from",
};

/** Options that change no odds of the base wagers. */
export const common = ["without_shoe"];
