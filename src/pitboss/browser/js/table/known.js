// What one person knows of a live table: the table itself, the turn, the own seat, and what was bet last.

import { LiveTable } from "../live.js";
import { dollars, list } from "../words.js";
import { WAGERS } from "./betting.js";
import { Clock } from "./clock.js";
import { Queue } from "./queue.js";
import { asksToExpose, buyInFor } from "./seating.js";
import { chipsOf } from "./tray.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../live.js").Offer} Offer */
/** @typedef {import("../layout.js").Event} Event */
/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./betting.js").Wanted} Wanted */
/** @typedef {import("../live.js").Change} Change */
/**
 * @typedef {{draw: () => void, refuse: (why: string) => void, play: (events: Event[]) => Promise<void>, tab: (name: string) => boolean,
 *   note: (words: string) => void, missed: (line: import("./missed.js").Line) => void}} Screen
 */

/** What others do while one is asked oneself. */
const ASIDE = new Set(["chose", "wagered", "withdrawn", "exposed", "concealed"]);
const SHARE = 0.25; // of the time for an answer that motion may take

export class Known {
  /**
   * @param {App} app
   * @param {any} info the table, as the house describes it
   * @param {Screen} screen
   * @param {(change: Change) => void} changed
   */
  constructor(app, info, screen, changed) {
    this.app = app;
    this.info = info;
    this.screen = screen;
    this.me = app.me.person.id;
    /** The table as far as the house has told it. Only the queue and bets on their way look at it. */
    this.heard = new LiveTable(info.id, (change) => this.hear(change));
    /** The table as far as the viewer has seen it. */
    this.live = new LiveTable(info.id, changed);
    for (const one of info.seats)
      for (const table of [this.heard, this.live]) {
        table.seats.set(one.seat, one.person);
        table.names[one.person] = one.name;
      }
    this.queue = new Queue(this.live, { moves: (events) => this.moves(events), play: (events) => screen.play(events), draw: () => screen.draw() });
    this.rejoining = false; // whether the connection was lost: what was missed is not played
    this.heardAt = 0; // the number of the last update before the turn that was heard last
    /** @type {Set<string>} those who sit out */
    this.out = new Set(info.seats.filter((/** @type {any} */ one) => one.sits_out).map((/** @type {any} */ one) => one.person));
    this.clock = new Clock(() => this.now());
    this.connected = app.connection.welcome;
    this.stopped = "";
    this.closed = false;
    this.caughtUp = false; // whether the first turn has come; before it nothing is played, only drawn
    this.turnAt = 0; // the number of the last update before the present turn
    /** @type {Set<() => void>} */
    this.waiters = new Set();
    this.chipsHere = chipsOf(info.rules.chip ?? 100, info.maximum);
    this.held = this.chipsHere.findLast((chip) => chip <= info.minimum) ?? this.chipsHere[0];
    /** @type {Map<string, Wanted>} the bets of the last round */
    this.last = new Map(JSON.parse(localStorage.getItem(`bets/${info.game}`) || "[]"));
    this.lastRound = 0;
    this.holdsCoupon = false; // whether a touch puts a match play coupon beside a wager, in place of a chip
    /** @type {{cents: number, key: string, wager: string} | null} the chips that a bet lacks */
    this.short = null;
    this.exposed = ""; // the question that was answered by showing cards
    this.intent = false; // whether the same bets shall be placed as soon as bets open
    this.sitting = false; // whether a seat is being taken
    /** @type {{key: string, cents: number, enough: number} | null} a purchase whose chips are not here yet */
    this.purchase = null;
    this.readyFor = 0; // the round for which this player is ready
    /** @type {Map<string, number>} amounts that the player has set, by what is done */
    this.amounts = new Map();
    /** @type {Choice | null} the choice that was sent and is not answered by the next turn */
    this.sent = null;
    this.buying = false; // chips for it are bought first
    this.question = "";
    this.since = 0;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {import("./result.js").Result | null} */
    this.result = null;
    /** @type {any} */
    this.words = null;
    /** @type {Record<string, Record<string, string>> | null} */
    this.pays = null;
    /** @type {string[]} the wagers that this table has */
    this.has = [];
  }

  // --- what is told, and what is seen

  /** @param {Change} change */
  hear({ message, turn, stopped }) {
    this.queue.put(message);
    if (stopped) this.queue.finish();
    if (!turn) return;
    this.rejoining = false;
    this.heardAt = this.heard.last;
    const mine = (message.clocks ?? []).filter((/** @type {any} */ one) => !one.player || one.player === this.me);
    for (const one of mine) this.queue.limit((one.ends - this.now()) * SHARE);
    for (const wake of [...this.waiters]) wake();
  }

  /** Whether events are to be played. One's own bets are drawn as they shall lie. @param {Event[]} events */
  moves(events) {
    if (!this.caughtUp || this.rejoining || document.hidden) return false;
    return events.some((e) => (e.type !== "wagered" && e.type !== "withdrawn") || e.player !== this.me);
  }

  /** Whether these events leave the question open that one is asked. @param {Event[]} events */
  areAside(events) {
    return events.every((e) => ASIDE.has(e.type) && (e.player ? e.player !== this.me : e.place !== "dealer" && e.place !== `seat ${this.seat}`));
  }

  /** Whether what is shown is over at the house: nothing can be answered before the rest is seen. */
  get isBehind() {
    return this.queue.playing && !this.areAside(this.queue.unseen);
  }

  /** Wait until something is so, looking whenever a turn comes. @param {() => boolean} found */
  async until(found) {
    while (!found())
      await new Promise((done) => {
        const wake = () => {
          this.waiters.delete(wake);
          done(undefined);
        };
        this.waiters.add(wake);
      });
  }

  // --- what is known

  now() {
    return this.app.connection.now();
  }

  get turn() {
    return this.live.turn;
  }

  get seat() {
    for (const [seat, player] of this.live.seats) if (player === this.me) return seat;
    return 0;
  }

  get chips() {
    return this.turn?.chips ?? 0;
  }

  /** The money that the bar shows, and its name: chips for those who have a seat. @returns {[number, string] | null} */
  get money() {
    return this.seat && this.turn ? [this.chips, "chips here"] : null;
  }

  get sitsOut() {
    return this.out.has(this.me);
  }

  /** The offers at the own seat. */
  get offers() {
    return this.offersIn(this.turn);
  }

  /** @param {import("../live.js").Turn | null} turn */
  offersIn(turn) {
    return turn?.offers?.find(([seat]) => seat === this.seat)?.[1] ?? [];
  }

  get limits() {
    return `${dollars(this.info.minimum)} to ${dollars(this.info.maximum)}`;
  }

  get meter() {
    const shows = { ...this.info.meters, ...Object.values(this.live.meters).reduce((all, one) => ({ ...all, ...one }), {}) };
    const values = Object.values(shows);
    return values.length ? /** @type {number} */ (values[0]) : null;
  }

  /** @returns {"watch" | "broke" | "out" | "between" | "bets" | "decide" | "wait"} */
  get phase() {
    if (!this.seat) return "watch";
    const betting = this.turn?.about === WAGERS;
    if (this.sitsOut && (betting || !this.turn?.turn)) return "out";
    const placed = this.live.layout.stakesOf(this.seat).some((one) => one.player === this.me);
    if (this.turn && this.chips < this.info.minimum && !placed && (betting || !this.turn.turn)) return "broke";
    if (!this.turn?.turn) return "between";
    if (betting) return this.offers.length ? "bets" : "wait";
    return this.choices.some((one) => !one.extra) && !this.exposing ? "decide" : "wait";
  }

  /** Showing the own cards for a side wager, where that is the question. It is done without asking, unless the player wants to be asked. */
  get exposing() {
    const asked = this.choices.filter((one) => !one.extra);
    const expose = asked.find((one) => one.offer.do === "expose");
    return expose && asked.every((one) => one === expose || one.offer.do === "conceal") && !asksToExpose() ? expose : null;
  }

  /** Whether one sat down during this round, and plays from the next one on. */
  get comesNext() {
    return this.seat > 0 && Boolean(this.turn?.turn) && ![...this.live.layout.seats.values()].includes(this.me);
  }

  /** Whether the time for bets began again, since nobody has bet. */
  get stayOpen() {
    return this.clock.again && this.turn?.about === WAGERS && !this.live.layout.stakes.size;
  }

  get handInPlay() {
    const open = this.offers.find((one) => !one.why_not && !one.optional && one.hand);
    return this.turn?.about === WAGERS ? 1 : open?.hand ?? 1;
  }

  /** The seat that the question is about: the own one, or another at which the player has bet. 0 if nothing is asked. */
  get seatAsked() {
    return this.choices.find((one) => !one.extra)?.seat ?? 0;
  }

  /** What a question is about, so that a press can't answer another one. */
  get asking() {
    const turn = this.turn;
    return turn ? `${turn.round}/${turn.turn}/${this.seatAsked}/${this.handInPlay}/${turn.about}/${this.live.layout.hand(`seat ${this.seat}`, this.handInPlay).cards.length}` : "";
  }

  /** One's own bets at the house, in cents by wager. */
  staked() {
    return new Map(this.heard.layout.stakesOf(this.seat).filter((one) => one.player === this.me && one.hand === 1).map((one) => [one.wager, one.amount]));
  }

  /** What a line of the cross makes now with the own cards, in a few words. @param {string} line */
  makes(line) {
    return this.live.layout.hand(`seat ${this.seat}`).holds.makes?.[line] ?? "";
  }

  /** The match play coupons beside the own wagers, in cents by wager. */
  couponsBeside() {
    return new Map(this.heard.layout.stakesOf(this.seat).filter((one) => one.player === this.me && one.hand === 1 && one.coupon).map((one) => [one.wager, one.coupon]));
  }

  get isReady() {
    return this.readyFor > 0 && this.readyFor === this.turn?.round;
  }

  get lastTotal() {
    return [...this.last.values()].reduce((/** @type {number} */ sum, one) => sum + (one === "exactly" ? 0 : one), 0) + this.fixedOfLast();
  }

  /** The chips that the last round's bets lack, in cents, if one's wallet holds them. */
  get lacksForLast() {
    return this.lacks(this.lastTotal - this.chips);
  }

  /** What must be bought so that one has these cents more; 0 if nothing, or if one's wallet does not hold it. @param {number} cents */
  lacks(cents) {
    const { chip = 100 } = this.info.rules;
    const whole = Math.ceil(cents / chip) * chip;
    return whole > 0 && whole <= (this.app.me?.wallet ?? 0) ? whole : 0;
  }

  fixedOfLast() {
    return Number(localStorage.getItem(`fixed/${this.info.game}`) || 0);
  }

  /** @param {string} player */
  calledYou(player) {
    return player === this.me ? "You" : this.live.called(player);
  }

  /** @param {number} seat */
  atSeat(seat) {
    const player = this.live.seats.get(seat) ?? this.live.layout.seats.get(seat);
    return player ? this.calledYou(player) : `Seat ${seat}`;
  }

  get waitingWords() {
    const others = [...new Set(this.turn?.waiting ?? [])].filter((one) => one !== this.me && (one !== "dealer" || this.info.dealer));
    return others.length ? `waiting for ${list(others.map((one) => (one === "dealer" || one === "supervisor" ? `the ${one}` : this.live.called(one))))}` : "";
  }

  get canBuy() {
    return buyInFor(this.info.minimum, this.app.me?.wallet ?? 0) + this.chips >= this.info.minimum;
  }

  /** Play money that the house lets one take now, in cents. */
  get mayTake() {
    return /** @type {number} */ (this.app.me?.take ?? 0);
  }

  get buyWords() {
    return `buy in for ${dollars(buyInFor(this.info.minimum, this.app.me?.wallet ?? 0))}`;
  }
}
