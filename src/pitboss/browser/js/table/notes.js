// Words that come and go: why something was refused, what is new at the table, and what to do while bets are open.

import { h } from "../dom.js";
import { dollars, sentence, spelled, typeset } from "../words.js";

const REFUSAL = 6000; // milliseconds that a refusal stays
const NOTE = 8000;

export class Notes {
  constructor() {
    this.refusal = h("div", { class: "refusal", role: "alert", hidden: true });
    this.note = h("p", { class: "note", hidden: true }); // it is said by the one who gives it
    /** @type {Element | null} what the player touched last */
    this.touched = null;
  }

  /** Say why not, beside what was touched. @param {string} why @param {Element} usual where to say it if nothing was touched */
  refuse(why, usual) {
    const focus = document.activeElement;
    const at = this.touched?.isConnected ? this.touched : focus && focus !== document.body ? focus : usual;
    const box = at.getBoundingClientRect();
    this.refusal.textContent = typeset(`${sentence(spelled(why))}.`);
    this.refusal.hidden = false;
    const own = this.refusal.getBoundingClientRect();
    const left = Math.min(innerWidth - own.width - 8, Math.max(8, box.left + box.width / 2 - own.width / 2));
    this.refusal.style.left = `${left}px`;
    this.refusal.style.top = `${Math.max(60, box.top - own.height - 8)}px`;
    window.clearTimeout(this.forget);
    this.forget = window.setTimeout(() => this.hush(), REFUSAL);
  }

  /** Take a refusal away. */
  hush() {
    this.refusal.hidden = true;
  }

  /** Show what is new at the table, over the felt. @param {string} words */
  tell(words) {
    this.note.textContent = typeset(words);
    this.note.hidden = false;
    window.clearTimeout(this.over);
    this.over = window.setTimeout(() => (this.note.hidden = true), NOTE);
  }

  end() {
    window.clearTimeout(this.forget);
    window.clearTimeout(this.over);
  }
}

export class Hint {
  element = h("div", { class: "hint", "aria-hidden": "true" });

  /** @param {import("./room.js").Room} room */
  draw(room) {
    const open = room.phase === "bets" && room.connected && !room.isReady && !room.isBehind;
    const left = room.clock.seconds;
    const touch = matchMedia("(pointer: coarse)").matches || innerWidth < 700;
    const heading = room.stayOpen ? "Nobody has bet: bets stay open" : left ? `No more bets in ${left}` : ""; // else the dealer's words do
    const words = !open ? [] : [
      ...(heading ? [h("b", { class: "serif" }, heading)] : []),
      h("span", {}, `Choose an area to add a ${dollars(room.held)} chip. ${touch ? "Clear takes all back." : "A right click or Backspace takes it back."}`)];
    if (words.map((one) => one.textContent).join("") !== this.element.textContent) this.element.replaceChildren(...words);
  }
}
