// The coach plays for somebody: so many rounds with the same bets, the best choice at each decision. It stops at a big decision,
// when the money does not last, and whenever the player does something.

import { h, say } from "../dom.js";
import { dollars, many, sentence } from "../words.js";
import { costOf } from "./choices.js";

/** @import { CounselInfo } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

const USUAL = 10; // rounds
const MOST = 1000;
const CLOSE = 0.1; // of the first bet: choices that are nearer to each other are close

export class CoachPlays {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.rounds = USUAL; // as the player set them
    this.on = false;
    this.played = 0; // rounds
    this.net = 0; // cents won or lost since it began
    this.bets = false; // whether bets are being placed
    this.woken = 0; // the round after which the table was asked for the next one
    this.told = ""; // why it stopped
  }

  start() {
    const { room } = this;
    this.on = true;
    this.played = this.net = 0;
    this.told = "";
    if (!room.coaching.on) room.coaching.toggle();
    room.screen.rail.slide(false);
    say(`The coach plays ${many(this.rounds, "round")}.`);
    room.coaching.changed();
  }

  /** @param {string} why in a sentence without its full stop */
  stop(why) {
    if (!this.on) return;
    this.on = false;
    const { played } = this;
    const net = this.net ? `${this.net > 0 ? "up" : "down"} ${dollars(Math.abs(this.net))}` : "neither up nor down";
    this.told = `${why}. ${played ? `The coach played ${many(played, "round")}: ${net}.` : "The coach played no round."}`;
    this.room.screen.note(this.told);
    say(this.told);
    this.room.coaching.changed();
  }

  /** A round is over. @param {number} net what it brought, in cents */
  over(net) {
    if (!this.on) return;
    this.net += net;
    this.played++;
    if (this.played === this.rounds) this.stop("All rounds are played");
  }

  /** Do what comes next, if it is known by now. */
  step() {
    const { room } = this;
    if (!this.on || room.isBehind) return;
    if (!room.connected) return; // it goes on when the connection is back
    if (room.phase === "decide") this.decide();
    else if (room.phase === "bets") this.bet();
    else if (room.phase === "between") this.wake();
    else if (room.phase !== "wait") this.stop(room.phase === "broke" ? "Your chips are too few for a bet" : "You don’t play");
  }

  /** Ask a table that sleeps for the next round. Others begin by themselves. */
  wake() {
    const { room } = this;
    const after = room.turn?.round ?? 0;
    if (this.woken === after) return;
    this.woken = after;
    room.wake();
  }

  /** The bets that lie, or else those of the last round, or the least. */
  async bet() {
    const { room } = this;
    if (this.bets || room.isReady || room.betting.busy) return;
    const takes = room.betting.total ? 0 : room.lastTotal;
    if (takes > room.chips) return this.stop(`You have ${dollars(room.chips)} in chips, and the same bets take ${dollars(takes)}`);
    this.bets = true;
    try {
      if (!room.betting.total) room.last.size ? room.placeLast() : room.placeLeast();
      await room.complete(() => this.on && (!takes || room.betting.total === takes));
    } finally {
      this.bets = false;
    }
    if (room.phase === "bets" && !room.isReady) this.stop("The same bets can’t be placed");
  }

  /** The best choice, unless the decision is big. */
  async decide() {
    const { room } = this;
    const { coaching, question } = room;
    if (room.sent || room.isDeaf) return;
    if (coaching.silent || coaching.away || !coaching.on) return this.stop("The coach has no answer to this question");
    const { advice, best } = coaching;
    if (!advice || !best) return;
    const big = this.whyBig(advice);
    if (big) return this.stop(big);
    const choice = room.choices.find((one) => !one.extra && one.offer.do === best.do);
    const cost = choice ? costOf(choice.offer, room.amountOf(choice.offer)) : 0;
    if (!choice || cost > room.chips) return this.stop(choice ? `The best choice takes ${dollars(cost)}, and you have ${dollars(room.chips)} in chips` : "The coach has no answer to this question");
    await room.choose(choice);
    if (!room.sent && room.question === question && room.phase === "decide") this.stop("The house did not take the best choice");
  }

  /**
   * A decision is big if a choice costs as much as the first bet, and the two best ones are close.
   * @param {CounselInfo} advice
   */
  whyBig({ base, choices }) {
    const { room } = this;
    const [best, second] = choices.filter((one) => one.cents !== null).sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0));
    const raises = room.choices.some((one) => !one.extra && costOf(one.offer, room.amountOf(one.offer)) >= base);
    const apart = second ? (best.cents ?? 0) - (second.cents ?? 0) : base;
    if (!raises || apart >= CLOSE * base) return "";
    return `A big decision, and it is yours: ${[best, second].map((one) => room.coaching.verb(one).toLowerCase()).join(" or ")}`;
  }

  /** What the rail shows: how to begin, or how far it is. */
  draw() {
    const { room } = this;
    if (room.coaching.away || !room.seat) return null;
    const caption = h("p", { class: "caption" }, "Let the coach play");
    if (this.on) return h("section", { class: "coach-plays" }, caption, h("p", {}, `Round ${this.played + 1} of ${this.rounds}. Whatever you do at the table stops it.`));
    const rounds = h("input", { type: "number", min: "1", max: String(MOST), step: "1", value: String(this.rounds), "aria-label": "Rounds", oninput: () => this.keep(rounds) });
    return h("section", { class: "coach-plays" }, caption,
      this.told ? h("p", { class: "serif" }, this.told) : null,
      h("div", { class: "row" }, rounds, h("span", {}, "rounds"), h("button", { type: "button", "data-do": "coach-plays", onclick: () => this.begin(rounds) }, "Start")),
      h("p", { class: "quiet" }, "It takes the best choice at each decision and repeats your bets. It stops at a big decision: one where a choice costs as much as your first bet, and the two best are less than a tenth of that bet apart."));
  }

  /** @param {HTMLInputElement} rounds */
  keep(rounds) {
    if (rounds.validity.valid && rounds.value) this.rounds = Number(rounds.value);
  }

  /** @param {HTMLInputElement} rounds */
  begin(rounds) {
    if (!rounds.validity.valid || !rounds.value) return this.room.screen.refuse(`type a number of rounds from 1 to ${MOST.toLocaleString("en-US")}`);
    this.keep(rounds);
    this.start();
  }

  /** The button that stops it. @returns {import("./actions.js").Button} */
  get button() {
    return { name: "stop", verb: "Stop", below: sentence(`the coach plays round ${this.played + 1} of ${this.rounds}`), key: "Enter", primary: true, act: () => this.stop("You stopped it") };
  }
}
