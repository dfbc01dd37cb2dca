// Somebody at a table: commands to the house, refusals, and the seat itself.

import { Refused, newKey } from "../live.js";
import { clauseName, dollars } from "../words.js";
import { Known } from "./known.js";
import { buyInFor } from "./seating.js";

export class Guest extends Known {
  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof Refused)) throw error;
    this.screen.refuse(error.clause && !error.message.includes(error.clause) ? `${error.message} (${clauseName(error.clause)})` : error.message);
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} more
   * @param {string} [key]
   */
  command(type, more = {}, key) {
    return this.app.connection.command(type, this.info.id, more, key);
  }

  /** Take a seat and buy in. Until the chips are here, there is nothing else to do. */
  async sit() {
    this.sitting = true;
    this.screen.draw();
    try {
      if (!this.seat) await this.command("sit");
      if (this.chips < this.info.minimum) await this.buyToPlay();
    } catch (error) {
      this.refused(error);
    }
    this.sitting = false;
    this.screen.draw();
  }

  /**
   * @param {number} cents
   * @param {number} coupons the face value of match play coupons to bring
   * @param {string} [key] of what the player wants: however often they press, it is bought once
   */
  async buyIn(cents, coupons = 0, key) {
    const wallet = this.app.me?.wallet ?? 0;
    if (!coupons && !(Number.isSafeInteger(cents) && cents > 0)) throw new Refused({ code: "malformed", why: wallet ? `type an amount in dollars; your wallet holds ${dollars(wallet)}` : "your wallet is empty" });
    await this.command("buyin", { cents, ...(coupons ? { coupons } : {}) }, key);
    await this.app.refresh();
    this.screen.draw(); // what may be bought or taken now
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

  async buy() {
    try {
      await this.buyToPlay();
    } catch (error) {
      this.refused(error);
    }
  }

  /** Take play money of the house, and buy chips with it. */
  async takeMoney() {
    if (await this.app.take()) await this.buy();
    this.screen.draw();
  }

  /** @param {boolean} out */
  async sitOut(out) {
    try {
      await this.command("sitout", { out });
    } catch (error) {
      this.refused(error);
    }
  }

  async leave() {
    await this.command("leave");
    await this.app.refresh();
    if (location.hash.startsWith(`#/table/${this.info.id}`)) this.app.go("#/play");
  }
}
