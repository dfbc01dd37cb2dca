// Clocks of the house, as seconds that are left.

/** @import { Turn } from "../../protocol.d.ts" */

export const SOON = 5; // seconds

/** Which clock runs for a person, and how long it was when this page first saw it. */
export class Clock {
  /** @param {() => number} now the server's clock */
  constructor(now) {
    this.now = now;
    this.ends = 0;
    this.total = 0;
    this.player = ""; // whose time it is; empty if it is the time of all
    this.warned = 0;
    this.question = "";
    this.again = false; // whether it began again at the same question
  }

  /** @param {Turn | null} turn @param {string} me */
  follow(turn, me) {
    const mine = (turn?.clocks ?? []).filter((one) => !one.player || one.player === me);
    const others = turn?.clocks ?? [];
    const next = [...(mine.length ? mine : others)].sort((a, b) => a.ends - b.ends)[0];
    const ends = next ? next.ends : 0;
    this.player = next?.player ?? "";
    const question = `${turn?.round}/${turn?.turn}`;
    if (ends !== this.ends) {
      this.again = this.ends > 0 && question === this.question;
      this.question = question;
      this.ends = ends;
      this.total = ends ? Math.max(1000, ends - this.now()) : 0;
    }
  }

  get seconds() {
    return this.ends ? Math.max(0, Math.ceil((this.ends - this.now()) / 1000)) : null;
  }

  /** Whether time has just become short. It says so once. */
  get isShort() {
    const left = this.seconds;
    if (left === null || left > SOON || left === 0 || this.warned === this.ends) return false;
    this.warned = this.ends;
    return true;
  }
}
