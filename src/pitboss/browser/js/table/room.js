// A live table as one person plays it: what the house says, what the person knows and wants, and what is sent.

import { Problem } from "../api.js";
import { CROSS } from "../cross.js";
import { say } from "../dom.js";
import { DEAF, LiveTable, Refused, newKey } from "../live.js";
import { speechOf } from "../speech.js";
import { cardName, cardNames, clauseName, dollars, list, sentence } from "../words.js";
import { Betting, WAGERS, closedTo, lastBets, offerOf, sumOfBets, withChip } from "./betting.js";
import { choicesOf, costOf, wagersOf } from "./choices.js";
import { Clock } from "./clock.js";
import { CoachPlays } from "./coach_plays.js";
import { Coaching } from "./coaching.js";
import { Missed } from "./missed.js";
import { Queue } from "./queue.js";
import { inWords, resultOf } from "./result.js";
import { asksToExpose, buyInFor, openHelp } from "./seating.js";
import { heard, outOfTime, placeName } from "./telling.js";
import { chipsOf, touchWithCoupon } from "./tray.js";

/** @import { Offer, Turn } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { Change } from "../live.js" */
/** @import { App } from "../main.js" */
/** @import { Wanted, Step } from "./betting.js" */
/** @import { Choice } from "./choices.js" */

/** What others do while one is asked oneself. */
const ASIDE = new Set(["chose", "wagered", "withdrawn", "exposed", "concealed", "seated"]);
const SHARE = 0.25; // of the time for an answer that motion may take
const CLOSED = "bets are closed until the next round";

export class Room {
  /**
   * @param {App} app
   * @param {any} info the table, as the house describes it
   * @param {import("../screens/table.js").TableScreen} screen
   */
  constructor(app, info, screen) {
    this.app = app;
    this.info = info;
    this.screen = screen;
    this.me = app.me.person.id;
    this.speech = speechOf(info.game);
    /** The table as far as the house has told it. Only the queue and bets on their way look at it. */
    this.heard = new LiveTable(info.id, (change) => this.hear(change));
    /** The table as far as the viewer has seen it. */
    this.live = new LiveTable(info.id, (change) => this.changed(change));
    for (const one of info.seats)
      for (const table of [this.heard, this.live]) {
        table.seats.set(one.seat, one.person);
        table.names[one.person] = one.name;
      }
    this.queue = new Queue(this);
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
    this.last = lastBets(info.game);
    this.lastRound = 0;
    this.holdsCoupon = false; // whether a touch puts a match play coupon beside a wager, in place of a chip
    /** @type {{cents: number, key: string, wager: string} | null} the chips that a bet lacks */
    this.short = null;
    this.exposed = ""; // the question that was answered by showing cards
    this.intent = false; // whether the same bets shall be placed as soon as bets open
    this.sitting = false; // whether a seat is being taken
    /** @type {{key: string, cents: number, enough: number} | null} a purchase whose chips are not here yet */
    this.purchase = null;
    this.paidFor = ""; // the key of the last purchase
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
    this.betting = new Betting(this);
    this.coaching = new Coaching(this);
    this.coachPlays = new CoachPlays(this);
    this.missed = new Missed(this.speech, this.me);
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
    return events.some((e) => e.type !== "seated" && ((e.type !== "wagered" && e.type !== "withdrawn") || e.player !== this.me));
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

  /** @param {Turn | null} turn */
  offersIn(turn) {
    return turn?.offers?.find(([seat]) => seat === this.seat)?.[1] ?? [];
  }

  /** What may be bet at the house; null while bets are closed. */
  get betOffers() {
    return this.heard.turn?.about === WAGERS && this.connected ? this.offersIn(this.heard.turn) : null;
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

  /** Why one who sat down before bets closed can't play in this round all the same. Empty if one can, or came later. */
  get barred() {
    return this.turn?.barred ?? "";
  }

  /** Whether one has sat down before bets closed, and plays in this round at once. */
  get joins() {
    return this.comesNext && this.turn?.about === WAGERS && !this.barred;
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

  /** One's own bets at the house. */
  get placed() {
    return this.heard.layout.stakesOf(this.seat).filter((one) => one.player === this.me && one.hand === 1);
  }

  /** The same in cents by wager. */
  staked() {
    return new Map(this.placed.map((one) => [one.wager, one.amount]));
  }

  /** What a line of the cross makes now with the own cards, in a few words. @param {string} line */
  makes(line) {
    return this.live.layout.hand(`seat ${this.seat}`).holds.makes?.[line] ?? "";
  }

  /** The match play coupons beside the own wagers, in cents by wager. */
  couponsBeside() {
    return new Map(this.placed.filter((one) => one.coupon).map((one) => [one.wager, one.coupon]));
  }

  get isReady() {
    return this.readyFor > 0 && this.readyFor === this.turn?.round;
  }

  get lastTotal() {
    return sumOfBets(this.info.game, this.last);
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

  /** Whom the table waits for, and how long. Empty if it waits for nobody but oneself. */
  get waitingNow() {
    const left = this.clock.player === this.me ? null : this.clock.seconds;
    const words = this.waitingWords || (left !== null && this.turn?.about === WAGERS ? "bets are open" : "");
    return words && left !== null ? `${words}, ${left} s` : words;
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

  // --- the seat

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refused)) throw error;
    this.screen.refuse(error.clause && !error.message.includes(error.clause) ? `${error.message} (${clauseName(error.clause)})` : error.message);
  }

  /** Ask the house for something, and tell the player what it refuses. Returns whether it was done. @param {() => Promise<unknown>} act */
  async trying(act) {
    try {
      await act();
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  /** @param {string} type @param {Record<string, unknown>} more @param {string} [key] */
  command(type, more = {}, key) {
    return this.app.connection.command(type, this.info.id, more, key);
  }

  /**
   * Take a seat and buy in. Until the chips are here, there is nothing else to do.
   * @param {number} seat 0 for the first that is free
   */
  async sit(seat = 0) {
    this.sitting = true;
    this.screen.draw();
    await this.trying(async () => {
      const seated = this.seat || this.command("sit", { seat });
      await Promise.all([seated, this.chips < this.info.minimum ? this.buyToPlay() : null]);
      await this.until(() => !this.joins);
    });
    this.sitting = false;
    this.screen.draw();
  }

  /**
   * @param {number} cents
   * @param {number} coupons the face value of match play coupons to bring
   * @param {string} key of what the player wants: however often they press, it is bought once
   */
  async buyIn(cents, coupons, key) {
    const wallet = this.app.me?.wallet ?? 0;
    if (!coupons && !(Number.isSafeInteger(cents) && cents > 0)) throw new Refused({ code: "malformed", why: wallet ? `type an amount in dollars; your wallet holds ${dollars(wallet)}` : "your wallet is empty" });
    await this.command("buyin", { cents, ...(coupons ? { coupons } : {}) }, key);
    this.paid(cents, key);
  }

  /** Chips were bought: the wallet holds less at once, and nobody waits for the house to say so. @param {number} cents @param {string} key */
  paid(cents, key) {
    if (this.app.me && key !== this.paidFor) this.app.me.wallet -= cents;
    this.paidFor = key;
    this.lookForMoney();
  }

  /** Buy enough to play on. It is one purchase until its chips are here. */
  async buyToPlay() {
    const cents = buyInFor(this.info.minimum, this.app.me?.wallet ?? 0);
    this.purchase ??= { key: newKey(), cents, enough: Math.min(this.info.minimum, this.chips + cents) };
    const { purchase } = this;
    try {
      await this.buyIn(purchase.cents, 0, purchase.key);
      await this.until(() => this.chips >= purchase.enough);
    } finally {
      if (this.purchase === purchase) this.purchase = null;
    }
  }

  buy() {
    return this.trying(() => this.buyToPlay());
  }

  /** Take play money of the house, and buy chips with it. */
  async takeMoney() {
    if (await this.app.take()) await this.buy();
    this.screen.draw();
  }

  /** @param {boolean} out */
  sitOut(out) {
    return this.trying(() => this.command("sitout", { out }));
  }

  async leave() {
    await this.command("leave");
    await this.app.refresh();
    if (location.hash.startsWith(`#/table/${this.info.id}`)) this.app.go("#/play");
  }

  /** @param {boolean} connected */
  setConnected(connected) {
    this.connected = connected;
    if (connected || !this.caughtUp) return;
    this.missed.begin();
    this.caughtUp = false; // what was missed is drawn when it comes, not played
  }

  /** A wager that must be placed before the deal, if its amount is fixed by another. */
  get due() {
    const offer = this.offers.find((one) => one.do === "wager" && !one.optional && !one.why_not && one.most && one.least === one.most);
    if (!offer?.wager || this.betting.wanted.has(offer.wager)) return null;
    return { offer, wager: offer.wager, name: this.speech.wager(offer.wager), amount: offer.most ?? 0, why: offer.most_is ?? "" };
  }

  /** The wager with which a round begins, and its least amount. */
  get base() {
    const offer = this.offers.find((one) => one.do === "wager" && !one.why_not && !one.optional);
    return offer?.wager ? { wager: offer.wager, name: this.speech.wager(offer.wager), amount: offer.least ?? 0 } : null;
  }

  // --- what the house says

  /** More is shown. @param {Change} change */
  changed(change) {
    this.stopped = change.stopped;
    if (change.message.closed) this.closed = true;
    if (change.act?.type) this.acted(change.act);
    if (change.events.length) this.happened(change.events);
    if (change.turn) this.asked();
  }

  /** @param {any} act */
  acted(act) {
    if (act.type === "satout") act.out ? this.out.add(act.player) : this.out.delete(act.player);
    if (act.type === "left") this.out.delete(act.player);
    if (act.type === "sat" && act.player !== this.me) say(`${act.name || "Somebody"} sits down at seat ${act.seat}.`);
    const forMe = act.type !== "flooranswered" || act.player === this.me;
    if (act.words && forMe && this.caughtUp) {
      say(act.words);
      this.screen.note(act.words);
    }
    if (act.type === "tableclosed") this.closed = true;
    if (act.type === "ruleschanged" || act.type === "dealerassigned") this.describe();
  }

  /** Ask again how the table is. */
  async describe() {
    [this.info] = await Promise.all([this.app.api.get(`/api/tables/${this.info.id}`), this.readPays()]);
    this.screen.draw();
  }

  async readPays() {
    const told = await this.app.api.get(`/api/tables/${this.info.id}/pays`);
    this.pays = told.pays;
    this.has = told.wagers;
  }

  /** @param {Event[]} events */
  happened(events) {
    if (events.some((e) => e.type === "began")) {
      this.betting.reset();
      this.short = null;
    }
    if (events.some((e) => e.type === "dealt") && this.lastRound !== this.live.layout.round) this.remember();
    if (events.some((e) => e.type === "dealt" && this.caughtUp) && this.result && this.result.round !== this.live.layout.round) this.result = null;
    this.missed.take(events, this.live.events);
    if (this.caughtUp) {
      const late = outOfTime(this.speech, events, this.me);
      if (late) this.screen.refuse(late);
      const words = heard(this.speech, events, (player) => this.live.called(player), this.me);
      if (words && !this.screen.steps.took()) say(words);
    }
    if (events.some((e) => e.type === "ended")) this.over();
  }

  /** Keep the bets that this round was dealt with. */
  remember() {
    /** @type {Map<string, Wanted>} */
    const bets = new Map();
    let fixed = 0;
    for (const e of this.live.events) {
      if (e.type === "dealt") break;
      if (e.player !== this.me || e.seat !== this.seat || e.hand !== 1 || e.redeemed) continue;
      if (e.type === "withdrawn") bets.delete(e.wager);
      if (e.type === "wagered") bets.set(e.wager, e.amount);
    }
    this.lastRound = this.live.layout.round;
    if (!bets.size) return;
    if (bets.has("first")) {
      fixed = Number(bets.get("first"));
      bets.set("first", "exactly");
    }
    this.last = bets;
    localStorage.setItem(`bets/${this.info.game}`, JSON.stringify([...bets]));
    localStorage.setItem(`fixed/${this.info.game}`, String(fixed));
  }

  over() {
    const result = resultOf(this.speech, this.live.events, this.me);
    if (!result) return;
    this.result = result;
    if (!this.coachPlays.on) this.screen.openTab("result");
    this.coachPlays.over(result.net);
    if (this.caughtUp) say(inWords(result));
    this.coaching.look(result.round);
    if (this.chips < this.info.minimum) this.lookForMoney();
  }

  /** Ask what the wallet holds: perhaps one may buy less now, or take play money. */
  async lookForMoney() {
    try {
      await this.app.refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // the next answer of the house says it
    }
    this.screen.draw();
  }

  asked() {
    const first = !this.caughtUp;
    this.caughtUp = true;
    this.turnAt = this.live.last;
    if (!this.buying) this.sent = null;
    const turn = this.turn;
    if (!turn) return;
    const missed = this.missed.end();
    if (missed) this.screen.missed(missed);
    const before = this.clock.ends;
    this.clock.follow(turn, this.me);
    if (this.stayOpen && this.clock.ends !== before) say("Nobody has bet. Bets stay open.");
    this.consider();
    if (turn.about === WAGERS && !this.betting.busy) this.betting.adopt();
    for (const wake of [...this.waiters]) wake();
    this.app.drawMoney();
    if (this.asking !== this.question) {
      this.question = this.asking;
      this.since = performance.now();
      this.amounts.clear();
      this.coaching.ask();
      if (this.exposing) this.expose();
      else if (this.phase === "decide") this.myTurn();
      else if (this.phase === "bets" && !first) say(`Place your bets. ${this.timeWords}`, true);
      else if (this.phase === "wait" && this.choices.some((one) => !one.aside)) say(`You may still choose: ${list(this.choices.filter((one) => !one.aside).map((one) => one.verb))}.`);
    }
    if (this.intent && this.phase === "bets") {
      this.intent = false;
      this.sameAgain();
    }
    this.coachPlays.step();
  }

  /** What may be chosen now. */
  consider() {
    const { turn } = this;
    if (turn) this.choices = choicesOf(turn, this.live.layout, this.speech, this.seat).filter((one) => one.offer.do !== "redeem" || (turn.coupons ?? 0) > 0);
  }

  /** Show the own cards for a side wager. */
  async expose() {
    const choice = this.exposing;
    if (!choice || this.exposed === this.question) return;
    this.exposed = this.question;
    this.sent = choice;
    await this.trying(() => this.app.connection.play(this.live, choice.seat, choice.offer));
  }

  get timeWords() {
    const left = this.clock.seconds;
    return left === null ? "" : `${left} seconds.`;
  }

  /** A decision begins. */
  myTurn() {
    const layout = this.live.layout;
    const seat = this.seatAsked || this.seat;
    const hand = layout.hand(`seat ${seat}`, seat === this.seat ? this.handInPlay : 1);
    const lie = layout.housePlaces.map((place) => this.lyingAt(place)).join("");
    const may = this.choices.filter((one) => !one.extra).map((one) => {
      const cost = costOf(one.offer, this.amountOf(one.offer));
      return cost ? `${one.verb} ${dollars(cost)}` : one.verb;
    });
    const holds = hand.cards.length ? `${seat === this.seat ? "You hold" : `Seat ${seat} holds`} ${cardNames(hand.cards)}. ` : "";
    say(`Your turn. ${holds}${lie}${sentence(`${may.slice(0, -1).join(", ")}${may.length > 1 ? ", or " : ""}${may.at(-1) ?? ""}`.toLowerCase())}. ${this.timeWords}`, true);
  }

  /** The open cards at a place of the house, in a sentence. Empty if none is open. @param {string} place */
  lyingAt(place) {
    const open = this.live.layout.hand(place).cards.filter(Boolean).map((card) => `the ${cardName(card)}`);
    if (!open.length) return "";
    if (place === "dealer") return `Dealer shows ${list(open)}. `;
    const where = place in CROSS ? place.split(" ")[0] : placeName(place, String).toLowerCase();
    return `The ${where} has ${list(open)}. `;
  }

  // --- bets

  /** Do one act of betting, and wait until the turn after it has come. @param {Step} step */
  take(step) {
    return this.trying(async () => {
      const done = await this.app.connection.play(this.live, this.seat, step.offer, { amount: step.amount, coupon: step.coupon });
      await this.until(() => this.heardAt >= (done.seq ?? 0));
    });
  }

  /** A bet that was wanted can't be placed any more. @param {string} wager */
  dropped(wager) {
    if (!this.connected) return; // the page says so
    const offer = this.heard.turn?.about === WAGERS ? offerOf(this.offersIn(this.heard.turn), "wager", wager) : undefined;
    this.screen.refuse(offer?.why_not ? `${offer.why_not} (${clauseName(offer.clause)})` : CLOSED);
  }

  /** The player touched an area. @param {string} wager @param {number} hand @param {string} line of the cross */
  area(wager, hand = 1, line = "") {
    if (!this.connected) return;
    if (this.phase !== "bets") {
      const found = this.choices.filter((one) => !one.extra && one.seat === this.seat && (one.offer.hand || 1) === hand && (line ? one.offer.do === line : wagersOf(one.offer).includes(wager)));
      const [choice] = found.sort((one, other) => one.cost - other.cost); // the least, as the area says
      if (choice && this.lacksFor(choice)) this.screen.refuse(`you have ${dollars(this.chips)} in chips; the button buys the rest`);
      else if (choice) this.choose(choice);
      else if (this.phase === "decide" || this.phase === "wait") this.screen.refuse(CLOSED);
      return;
    }
    if (this.holdsCoupon) return touchWithCoupon(this, wager);
    const offer = offerOf(this.offers, "wager", wager);
    const about = this.words?.wagers[wager];
    if (!offer) return about && this.screen.refuse(`not yet: ${about.means} (${clauseName(about.clause)})`);
    const before = this.betting.amount(wager);
    if (!before && closedTo(this.offers, offer)) return this.screen.refuse(`${offer.why_not} (${clauseName(offer.clause)})`);
    const want = withChip(offer, before, this.held);
    if (want === before || (want === "exactly" && before)) return this.screen.refuse(`${dollars(before)} is ${offer.most_is ?? "the most here"} (${clauseName(offer.clause)})`);
    const more = (want === "exactly" ? offer.most ?? 0 : want) - before;
    const { left } = this.betting;
    const cents = this.lacks(more - left);
    if (more > left && !cents) return this.screen.refuse(`you have ${dollars(left)} in chips`);
    this.short = more > left ? { cents, key: newKey(), wager } : null;
    if (this.short) return this.screen.draw(), this.screen.refuse(`you have ${dollars(left)} in chips; the button buys the rest`);
    this.readyFor = 0;
    this.betting.want(wager, want);
  }

  /** Buy the chips that a bet lacks, and place it. */
  async buyForBet() {
    const { short } = this;
    if (!short || !(await this.bought(short.cents, short.key)) || this.short !== short) return;
    this.short = null;
    this.area(short.wager);
    this.screen.draw();
  }

  /** Buy chips, and wait until they are here. Returns whether they are. @param {number} cents @param {string} key */
  async bought(cents, key) {
    const { phase } = this;
    const enough = this.chips + cents;
    await this.trying(async () => {
      await this.buyIn(cents, 0, key);
      await this.until(() => this.chips >= enough || this.phase !== phase);
    });
    return this.chips >= enough;
  }

  /** Take a bet back: a chip of it, or all that is left. @param {string} wager */
  areaBack(wager) {
    if (this.phase !== "bets" || !this.connected) return;
    const offer = offerOf(this.offers, "wager", wager);
    const before = this.betting.amount(wager);
    if (!offer || !before) return;
    const less = before - this.held;
    this.readyFor = 0;
    this.betting.want(wager, offer.least === offer.most || less < (offer.least ?? 0) ? 0 : less);
  }

  clear() {
    this.short = null;
    if (this.phase !== "bets" || !this.betting.total) return false;
    this.readyFor = 0;
    this.betting.wantAll(new Map());
    return true;
  }

  placeLast() {
    if (this.phase !== "bets" || !this.last.size) return false;
    this.betting.wantAll(this.last);
    return true;
  }

  /** Every bet twice, if the limits and one's money allow it. */
  async double() {
    const { wanted, total, lacks, why } = this.betting.doubled;
    if (this.phase !== "bets" || why || (lacks && !(await this.bought(lacks, `${lacks}-double-${this.turn?.round}-${total}`)))) return;
    this.readyFor = 0;
    this.betting.wantAll(wanted, this.betting.beside);
  }

  placeDue() {
    const { due } = this;
    if (due) this.betting.want(due.wager, "exactly");
  }

  placeLeast() {
    const { base } = this;
    if (base) this.betting.want(base.wager, base.amount);
  }

  async sameAgain() {
    if (this.phase === "between") {
      this.intent = true;
      this.wake();
      return this.screen.draw();
    }
    const lacks = this.lacksForLast;
    if (lacks && !(await this.bought(lacks, `${lacks}-same-${this.turn?.round}`))) return;
    if (!this.placeLast()) return;
    await this.betting.settled;
    if (this.phase === "bets" && this.betting.total === this.lastTotal) await this.ready();
  }

  /** Place the usual bets, and deal: those of the last round, or the least if there are none or one can't pay them. */
  async dealIn() {
    if (this.phase !== "bets") await this.until(() => this.phase !== "watch");
    if (this.phase !== "bets") return; // the table, or the wallet, says no
    if (this.last.size && this.lastTotal <= this.chips + this.lacksForLast) return this.sameAgain();
    this.placeLeast();
    await this.complete();
  }

  /** Place what is due beside the bets that lie, and deal if they are still wanted. */
  async complete(wanted = () => true) {
    for (let before = 0; ; before = this.betting.total) {
      await this.betting.settled;
      await this.until(() => this.phase !== "bets" || this.live.last === this.heard.last);
      if (!this.due || !this.connected || this.betting.total <= before) break; // nothing is lacking, or it was refused
      this.placeDue();
    }
    if (this.due) return;
    if (this.phase === "bets" && this.betting.total && wanted()) await this.ready();
  }

  changeBets() {
    this.result = null;
    this.screen.openTab("");
    this.wake();
  }

  /** A table that sleeps begins a round when somebody asks for one. */
  wake() {
    this.command("ready", { round: this.turn?.round ?? 0 }).catch((error) => {
      if (!(error instanceof Refused)) throw error; // a table that does not sleep begins by itself
    });
  }

  async ready() {
    if (this.phase === "between") return this.wake();
    await this.betting.settled;
    const round = this.turn?.round ?? 0;
    this.readyFor = round;
    this.screen.draw();
    try {
      await this.command("ready", { round });
    } catch (error) {
      this.readyFor = 0;
      if (error instanceof Refused && error.code === "late") return;
      this.refused(error);
    }
  }

  replay() {
    this.app.go(`#/history/${this.info.id}/${this.result?.round ?? this.live.layout.round}`);
  }

  // --- decisions

  /** The most that the player can put down. @param {Offer} offer */
  mostOf(offer) {
    const { least = 0, most = 0, step = 1 } = offer;
    if ((offer.unit ?? "cents") !== "cents" || this.chips >= most) return most;
    return Math.max(least, this.chips - (this.chips % step));
  }

  /** The amount that a choice takes now. @param {Offer} offer */
  amountOf(offer) {
    const { least = 0, most = 0 } = offer;
    if (!most || least === most) return most;
    const usual = (offer.unit ?? "cents") === "cents" ? this.mostOf(offer) : Math.round((least + most) / 2);
    return Math.min(this.mostOf(offer), Math.max(least, this.amounts.get(offer.do) ?? usual));
  }

  /** The choice whose amount the player sets: there must be more than one that the player can pay for. */
  get ranged() {
    return this.choices.find((one) => one.ranged && !one.extra && this.mostOf(one.offer) > (one.offer.least ?? 0));
  }

  /** @param {number} by 1 or -1 */
  step(by) {
    const { ranged } = this;
    if (!ranged) return false;
    const { least = 0, step = 1, do: what } = ranged.offer;
    const steps = this.amountOf(ranged.offer) / step; // the most need not be a whole number of steps
    const next = step * (by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1);
    this.amounts.set(what, Math.min(this.mostOf(ranged.offer), Math.max(least, next)));
    this.screen.draw();
    return true;
  }

  get isDeaf() {
    return performance.now() - this.since < DEAF - 20;
  }

  /** @param {Choice} choice */
  async choose(choice) {
    if (this.sent || !this.connected || this.isBehind || (this.isDeaf && !choice.extra)) return;
    this.sent = choice;
    this.screen.draw();
    try {
      await this.app.connection.play(this.live, choice.seat, choice.offer, { amount: this.amountOf(choice.offer), what: choice.what });
    } catch (error) {
      this.sent = null;
      this.screen.draw();
      this.refused(error);
    }
  }

  /** The chips that a choice lacks, in cents, if one's wallet holds them. @param {Choice} choice */
  lacksFor(choice) {
    return this.lacks(costOf(choice.offer, this.amountOf(choice.offer)) - this.chips);
  }

  /** Buy the chips that a choice lacks, and choose it. @param {Choice} choice */
  async buyAndChoose(choice) {
    if (this.sent || !this.connected || this.isBehind || this.isDeaf) return;
    const { question } = this;
    this.sent = choice;
    this.buying = true;
    this.screen.draw();
    const lacks = this.lacksFor(choice);
    const enough = this.chips + lacks;
    await this.trying(async () => {
      await this.buyIn(lacks, 0, `${lacks}-${choice.offer.do}-${question}`.replace(/\W+/g, "-").slice(0, 64));
      await this.until(() => this.chips >= enough || this.question !== question);
    });
    this.buying = false;
    this.sent = null;
    const again = this.choices.find((one) => one.offer.do === choice.offer.do && one.seat === choice.seat);
    if (again && this.question === question && !this.lacksFor(again)) await this.choose(again);
    else this.screen.draw();
  }

  // --- help

  help() {
    openHelp();
    return true;
  }
}
