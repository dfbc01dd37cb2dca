// Alarms. One that is over stays until somebody puts it away.

import { h, say, trying } from "../dom.js";
import { dollars, sentence } from "../words.js";
import { isBeyond } from "./hold.js";

/** @import { App } from "../main.js" */

/** An alarm of the house, or a win that this page found odd. @typedef {import("../../protocol.d.ts").Alarm & {over?: boolean}} Alarm */

const KEPT = "pitboss-alarms";
const LARGE = 4; // standard errors: what strays as far as a normal figure beyond them is an alarm

export class Alarms {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "alarms", role: "region", "aria-label": "Alarms" });
    /** @type {Map<string, Alarm>} */
    this.all = new Map(JSON.parse(localStorage.getItem(KEPT) || "[]"));
    this.drawn = "";
  }

  /** @param {any[]} found the alarms of the house now @param {any} held @param {number} now */
  note(found, held, now) {
    const active = new Map(found.map((one) => [`${one.kind}/${one.table}${one.kind === "jackpot" ? `/${one.round}` : one.kind === "call" ? `/${one.person}/${one.since}` : ""}`, one]));
    for (const line of held?.lines ?? [])
      if (isBeyond(line, LARGE))
        active.set(`hold/${line.game}/${line.wager}/${line.table}`, {
          kind: "hold", table: "", name: line.title, clause: "", round: 0, cents: 0, since: 0,
          words: `${line.wager === "hand" ? "the hand" : line.wager} kept ${(100 * line.kept / line.staked).toFixed(2)}%, ${Math.abs(line.z).toFixed(1)} standard errors ${line.z > 0 ? "above" : "below"} its exact edge`,
        });
    for (const [id, one] of active) {
      const before = this.all.get(id);
      if (!before || before.over) say(`Alarm: ${title(one)}`, true);
      this.all.set(id, { ...one, since: one.since || (before && !before.over && before.since) || now, over: false });
    }
    for (const [id, one] of this.all) if (!active.has(id) && !(one.kind === "hold" && !held)) one.over = true;
    this.draw(now);
  }

  /** @param {number} now */
  draw(now) {
    const kept = JSON.stringify([...this.all]);
    localStorage.setItem(KEPT, kept);
    for (const clock of this.element.querySelectorAll("[data-since]")) clock.textContent = waited(now - Number(/** @type {HTMLElement} */ (clock).dataset.since));
    if (kept === this.drawn) return; // so that the focus stays where it is
    this.drawn = kept;
    const order = ["call", "jackpot", "stopped", "hold"];
    const sorted = [...this.all].sort(([, a], [, b]) => Number(a.over) - Number(b.over) || order.indexOf(a.kind) - order.indexOf(b.kind));
    this.element.replaceChildren(...sorted.map(([id, one], at) => this.one(id, one, at === 0, now)));
  }

  /**
   * @param {string} id
   * @param {Alarm} one
   * @param {boolean} first
   * @param {number} now
   */
  one(id, one, first, now) {
    const refused = h("p", { class: "refused", role: "alert" });
    return h("article", { class: `alarm ${one.kind} ${one.over ? "over" : ""}`, "data-alarm": id },
      h("span", { class: "mark", "aria-hidden": "true" }, one.over ? "✓" : one.kind === "stopped" ? "✕" : "!"),
      h("div", {},
        h("h2", {}, title(one), " ", !one.over && h("small", { "data-since": one.since }, waited(now - one.since))),
        h("p", {}, detail(one)),
        h("p", { class: "quiet" }, one.over ? "It is over. It stays here until you put it away." : rest(one), " ", one.clause && h("span", { class: "clause" }, one.clause)),
        refused),
      this.deed(id, one, first, refused));
  }

  /**
   * @param {string} id
   * @param {Alarm} one
   * @param {boolean} first
   * @param {HTMLElement} refused
   */
  deed(id, one, first, refused) {
    const kind = first ? "primary" : "";
    if (one.over)
      return h("button", { onclick: () => {
        this.all.delete(id);
        this.draw(Date.now());
      } }, "Put away");
    if (one.kind === "jackpot") return h("a", { class: `button ${kind}`, href: `#/desk/${one.table}` }, "Look and validate");
    if (one.kind === "hold") return h("a", { class: "button", href: "#/operator", onclick: () => document.querySelector(".hold")?.scrollIntoView() }, "Look at the wager");
    const call = one.kind === "call";
    if (!this.app.is("supervisor") && !this.app.is("administrator")) return h("span", { class: "faint" }, call ? "A supervisor answers it." : "A supervisor restarts it.");
    return h("button", { class: kind, onclick: () => trying(refused, async () => {
      await this.app.api.post(call ? `/api/tables/${one.table}/calls/${one.person}` : `/api/tables/${one.table}/restart`);
      if (call) this.end(id);
    }) }, call ? "Seen" : "Restart the table");
  }

  /** An alarm that somebody has answered here is over at once. @param {string} id */
  end(id) {
    const one = this.all.get(id);
    if (one) one.over = true;
    this.draw(Date.now());
  }
}

/** @param {Alarm} one */
function title(one) {
  if (one.kind === "jackpot") return one.words.startsWith("validation") ? "A jackpot waits for validation" : `${one.name} waits for a supervisor`;
  if (one.kind === "stopped") return `${one.name} is stopped`;
  if (one.kind === "call") return `${one.seat ? `Seat ${one.seat}` : one.called} at ${one.name} calls the floor`;
  return `${one.name}: a win outside chance`;
}

/** @param {Alarm} one */
function detail(one) {
  if (one.kind === "call") return h("span", {}, h("b", {}, one.called ?? ""), `: “${one.words}” Round ${one.round}${one.private ? ", a private table" : ""}.`);
  if (one.kind !== "jackpot") return `${sentence(one.words)}.`;
  return [`${one.name}, round ${one.round}: ${one.words.replace(/^validation: /, "")}`, one.cents > 0 ? h("b", {}, `, ${dollars(one.cents)}`) : "", "."].map((part) => h("span", {}, part));
}

/** @param {Alarm} one */
function rest(one) {
  if (one.kind === "jackpot") return "The cards stay on the table until a supervisor approves.";
  if (one.kind === "call") return "The player waits for an answer. “Seen” tells them that you know, and the journal has your name.";
  if (one.kind === "stopped") return "It takes no commands. Wagers are safe: they are as the last stored act left them.";
  return "Look at its rounds, and run an audit.";
}

/** @param {number} ms */
function waited(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const rest = String(seconds % 60).padStart(2, "0");
  return seconds < 3600 ? `${Math.floor(seconds / 60)}:${rest}` : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
