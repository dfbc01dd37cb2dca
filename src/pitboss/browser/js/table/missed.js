// What happened at the table while the connection was lost, in a line.

import { h, the } from "../dom.js";
import { headline, resultOf } from "./result.js";
import { outOfTime } from "./telling.js";

/** @import { Event } from "../layout.js" */

/** @typedef {{words: string, round: number}} Line what to say, and the round that it is about */

export class Missed {
  /** @param {import("../speech.js").Speech} speech @param {string} me */
  constructor(speech, me) {
    this.speech = speech;
    this.me = me;
    this.away = false;
    /** @type {Event[]} */
    this.events = [];
    /** @type {string[]} */
    this.results = [];
    this.without = 0; // rounds in which the player had no wager
  }

  /** The connection is lost. */
  begin() {
    if (this.away) return;
    this.away = true;
    this.events = [];
    this.results = [];
    this.without = 0;
  }

  /** @param {Event[]} events @param {Event[]} round all events of their round */
  take(events, round) {
    if (!this.away) return;
    this.events.push(...events);
    if (!events.some((e) => e.type === "ended")) return;
    const result = resultOf(this.speech, round, this.me);
    if (result) this.results.push(`Round ${result.round}: ${headline(result).replace(/^Y/, "y")}.`);
    else if (round.some((e) => e.type === "settled")) this.without++;
  }

  /** The page knows the table again. @returns {Line | null} null if nothing is worth telling */
  end() {
    if (!this.away) return null;
    this.away = false;
    const late = outOfTime(this.speech, this.events, this.me);
    const without = this.without ? [`${this.without === 1 ? "A round was" : `${this.without} rounds were`} played without you.`] : [];
    const said = [...this.results, ...without];
    if (!late && !said.length) return null;
    const words = [late ? `While you were away, ${late}.` : "While you were away:", ...said].join(" ");
    return { words, round: this.events.findLast((e) => e.type === "settled" || e.type === "chose")?.round ?? 0 };
  }
}

/**
 * Show it under the bar. It opens the log, or the replay of a round that is over.
 * @param {Line} line
 * @param {import("./room.js").Room} room
 */
export function showMissed({ words, round }, room) {
  const here = round === room.live.layout.round;
  const notice = the("#notice");
  const read = () => {
    line.remove();
    if (here) room.screen.openTab("log");
    else room.app.go(`#/history/${room.info.id}/${round}`);
  };
  const line = h("p", { class: "missed" }, h("span", {}, `Back at the table. ${words}`),
    h("button", { class: "plain", type: "button", "data-do": "missed", onclick: read }, here ? "Log" : "Replay"),
    h("button", { class: "plain", type: "button", "aria-label": "Close", onclick: () => line.remove() }, "×"));
  notice.className = "good";
  notice.replaceChildren(line);
  return line;
}
