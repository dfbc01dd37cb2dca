// Bets before the deal. The page keeps what the player wants on each area and brings the layout there, one act at a time:
// the document lets nobody add to a wager, so a larger one means to take it back and place it anew.

import { dollars } from "../words.js";

/** @import { Offer } from "../../protocol.d.ts" */

export const WAGERS = "wagers";

/** What an area shall hold: cents, or whatever the one allowed amount is. @typedef {number | "exactly"} Wanted */

/** @typedef {{offer: Offer, amount: number, coupon?: number}} Step */

/** The bets of the last round of a game in this browser. @param {string} game @returns {Map<string, Wanted>} */
export function lastBets(game) {
  try {
    return new Map(JSON.parse(localStorage.getItem(`bets/${game}`) || "[]"));
  } catch {
    return new Map(); // somebody else has written there
  }
}

/** Their sum in cents. Those of a fixed amount are kept beside them. @param {string} game @param {Map<string, Wanted>} bets */
export const sumOfBets = (game, bets = lastBets(game)) =>
  [...bets.values()].reduce((/** @type {number} */ sum, one) => sum + (one === "exactly" ? 0 : one), 0) + (bets.size ? Number(localStorage.getItem(`fixed/${game}`) || 0) : 0);

/** @param {Offer[]} offers @param {string} what do @param {string} wager */
export function offerOf(offers, what, wager) {
  return offers.find((one) => one.do === what && one.wager === wager && (one.hand ?? 1) === 1);
}

/**
 * Whether no chip may be put on an empty area. If the wager is still on its way back, it can be placed anew.
 * @param {Offer[]} offers
 * @param {Offer} offer of a wager
 */
export const closedTo = (offers, offer) => Boolean(offer.why_not) && !offerOf(offers, "withdraw", offer.wager ?? "");

/** The largest allowed amount that is not above this one, or the least. @param {Offer} offer @param {Wanted} wanted */
function fitting(offer, wanted) {
  const { least = 0, most = 0, step = 1 } = offer;
  if (wanted === "exactly" || least === most || wanted >= most) return most;
  return Math.max(least, wanted - (wanted % step));
}

/**
 * The next act on the way to what is wanted; null if there is none.
 * @param {Offer[]} offers those at the own seat
 * @param {Map<string, number>} staked cents by wager, as they lie on the layout
 * @param {Map<string, Wanted>} wanted
 * @param {{lie: Map<string, number>, wanted: Map<string, number>}} [coupons] match play coupons beside wagers, as they lie and as they are wanted
 * @returns {Step | null}
 */
function nextStep(offers, staked, wanted, coupons) {
  /** @param {string} wager */
  const right = (wager) => {
    const want = wanted.get(wager);
    if (!want || (coupons?.lie.get(wager) ?? 0) !== (coupons?.wanted.get(wager) ?? 0)) return false;
    const offer = offerOf(offers, "wager", wager);
    if (want === "exactly") return !offer?.most || offer.most === staked.get(wager);
    return want === staked.get(wager) || (offer !== undefined && fitting(offer, want) === staked.get(wager));
  };
  const wrong = [...staked.keys()].filter((wager) => !right(wager));
  for (const wager of wrong) {
    const back = offerOf(offers, "withdraw", wager);
    if (!back) continue;
    if (!back.why_not) return { offer: back, amount: 0 };
    // what depends on it goes first, and is placed again afterwards
    const depends = offers.findLast((one) => one.do === "withdraw" && one.wager !== wager && !one.why_not);
    if (depends) return { offer: depends, amount: 0 };
  }
  for (const [wager, want] of wanted) {
    const offer = offerOf(offers, "wager", wager);
    if (want && offer && !offer.why_not && !staked.has(wager)) return { offer, amount: fitting(offer, want), coupon: coupons?.wanted.get(wager) ?? 0 };
  }
  return null;
}

/**
 * What a chip makes of an area. A chip below the least puts the least down, one above the most the most.
 * @param {Offer} offer
 * @param {number} before cents that lie or are wanted there
 * @param {number} chip
 * @returns {Wanted}
 */
export function withChip(offer, before, chip) {
  if (offer.least === offer.most) return "exactly";
  return fitting(offer, before + chip);
}

/** Brings the layout to what the player wants. */
export class Betting {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Map<string, Wanted>} */
    this.wanted = new Map();
    /** @type {Map<string, number>} the face of the coupons that shall lie beside wagers */
    this.beside = new Map();
    this.busy = false;
    /** @type {Promise<void>} */
    this.settled = Promise.resolve();
  }

  /** Forget what was wanted: another round, or bets are closed. */
  reset() {
    this.wanted = new Map();
    this.beside = new Map();
  }

  /** Take what lies on the layout as what is wanted. */
  adopt() {
    if (this.busy) return;
    const offers = this.room.betOffers ?? [];
    this.beside = this.room.couponsBeside();
    this.wanted = new Map(
      [...this.room.staked()].map(([wager, amount]) => {
        const offer = offerOf(offers, "wager", wager);
        return [wager, offer && offer.least === offer.most ? "exactly" : amount];
      }),
    );
  }

  /** What shall lie on an area, in cents. @param {string} wager */
  amount(wager) {
    const want = this.wanted.get(wager);
    if (typeof want === "number") return want;
    const offer = offerOf(this.room.betOffers ?? [], "wager", wager);
    return want ? offer?.most || (this.room.staked().get(wager) ?? 0) : 0;
  }

  /** All that is wanted, in cents. */
  get total() {
    return [...this.wanted.keys()].reduce((sum, wager) => sum + this.amount(wager), 0);
  }

  /**
   * All bets twice, their sum, the chips that they lack and can be bought, and why not. What comes with another wager follows
   * it, what takes one amount stays as it is.
   */
  get doubled() {
    const { room } = this;
    const offers = room.betOffers ?? [];
    const follows = room.app.game(room.info.game)?.comes_with ?? {};
    /** @type {Map<string, Wanted>} */
    const wanted = new Map();
    let total = 0;
    let why = "";
    for (const wager of this.wanted.keys()) {
      const offer = offerOf(offers, "wager", wager);
      const one = !(wager in follows) && offer?.least === offer?.most;
      const twice = (one ? 1 : 2) * this.amount(wager);
      wanted.set(wager, one || wager in follows ? "exactly" : twice);
      total += twice;
      const most = offer?.most ?? 0;
      const grows = wager in follows || [...this.wanted.keys()].some((other) => other !== wager && offer?.most_is?.includes(other));
      if (twice > most && !grows) why ||= `${dollars(most)} is ${offer?.most_is ?? "the most here"}`;
    }
    const short = total - this.total - this.left;
    const lacks = room.lacks(short);
    if (short > 0 && !lacks) why ||= `you have ${dollars(this.left)} in chips`;
    return { wanted, total, lacks, why };
  }

  /** The chips that are left when all lies as it is wanted, in cents. */
  get left() {
    return this.room.chips + [...this.room.staked().values()].reduce((sum, one) => sum + one, 0) - this.total;
  }

  /** @param {string} wager @param {Wanted} want 0 to take it back */
  want(wager, want) {
    const before = this.amount(wager);
    if (want) this.wanted.set(wager, want);
    else this.wanted.delete(wager);
    if (this.amount(wager) < before) this.setCoupon(wager, 0); // the house says anew how large it may be
    return this.bring();
  }

  /** @param {string} wager @param {number} face cents of the coupon beside it; 0 for none */
  wantCoupon(wager, face) {
    this.setCoupon(wager, face);
    return this.bring();
  }

  /** @param {string} wager @param {number} face */
  setCoupon(wager, face) {
    if (face) this.beside.set(wager, face);
    else this.beside.delete(wager);
  }

  /** @param {Map<string, Wanted>} wanted @param {Map<string, number>} beside the coupons beside them */
  wantAll(wanted, beside = new Map()) {
    this.wanted = new Map(wanted);
    this.beside = beside;
    return this.bring();
  }

  /** Bring the layout to what is wanted. */
  bring() {
    if (!this.busy) this.settled = this.run();
    this.room.screen.draw();
    return this.settled;
  }

  async run() {
    this.busy = true;
    try {
      for (;;) {
        const offers = this.room.betOffers;
        const step = offers && nextStep(offers, this.room.staked(), this.wanted, { lie: this.room.couponsBeside(), wanted: this.beside });
        if (!step) {
          const lies = this.room.staked();
          for (const wager of this.wanted.keys()) if (!lies.has(wager)) this.room.dropped(wager);
          break;
        }
        if (!(await this.room.take(step))) {
          this.wanted = new Map(this.room.staked());
          this.beside = this.room.couponsBeside();
          break;
        }
      }
    } finally {
      this.busy = false;
      this.adopt();
      this.room.screen.draw();
    }
  }
}
