// Somebody at a table: commands to the house, refusals, and the seat itself.

import { Refused } from "../live.js";
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
   */
  command(type, more = {}) {
    return this.app.connection.command(type, this.info.id, more);
  }

  async sit() {
    try {
      if (!this.seat) await this.command("sit");
      if (this.chips < this.info.minimum) await this.buyIn(buyInFor(this.info.minimum, this.app.me?.wallet ?? 0));
    } catch (error) {
      this.refused(error);
    }
  }

  /**
   * @param {number} cents
   * @param {number} coupons the face value of match play coupons to bring
   */
  async buyIn(cents, coupons = 0) {
    const wallet = this.app.me?.wallet ?? 0;
    if (!coupons && !(Number.isSafeInteger(cents) && cents > 0)) throw new Refused({ code: "malformed", why: wallet ? `type an amount in dollars; your wallet holds ${dollars(wallet)}` : "your wallet is empty" });
    await this.command("buyin", { cents, ...(coupons ? { coupons } : {}) });
    await this.app.refresh();
    if (this.seat) this.app.drawMoney(this.chips);
    this.screen.draw(); // what may be bought or taken now
  }

  async buy() {
    try {
      await this.buyIn(buyInFor(this.info.minimum, this.app.me?.wallet ?? 0));
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
