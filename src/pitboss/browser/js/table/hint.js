// What to do while bets are open, on the empty felt before one's seat.

import { h } from "../dom.js";
import { dollars } from "../words.js";

export class Hint {
  constructor() {
    this.element = h("div", { class: "hint", "aria-hidden": "true" });
    this.drawn = "";
  }

  /** @param {import("./room.js").Room} room */
  draw(room) {
    const open = room.phase === "bets" && room.connected && !room.isReady && !room.isBehind;
    const left = room.clock.seconds;
    const touch = matchMedia("(pointer: coarse)").matches || innerWidth < 700;
    const heading = room.stayOpen ? "Nobody has bet: bets stay open" : left ? `No more bets in ${left}` : ""; // else the dealer's words do
    const words = !open ? [] : [
      ...(heading ? [h("b", { class: "serif" }, heading)] : []),
      h("span", {}, `Choose an area to add a ${dollars(room.held)} chip. ${touch ? "Clear takes all back." : "A right click or Backspace takes it back."}`)];
    const state = words.map((one) => one.textContent).join("/");
    if (state === this.drawn) return;
    this.drawn = state;
    this.element.replaceChildren(...words);
  }
}
