// The seals of a round as the page has checked them: a grid of all cards, and what the checks found.

import { h } from "./dom.js";
import { eventsOf } from "./layout.js";
import { smallCard } from "./small.js";
import { blake2s } from "./vendor/blake2s.js";
import { cardName, dollars, many } from "./words.js";

/** @import { SignedHead } from "../protocol.d.ts" */
/** @import { Event } from "./layout.js" */

/** @param {"good" | "bad" | "open"} state */
export const mark = (state) =>
  h("span", { class: `mark ${state}`, role: "img", "aria-label": { good: "checked", bad: "wrong", open: "not checked" }[state] },
    { good: "✓", bad: "✕", open: "–" }[state]);

export class SealsPanel {
  /**
   * @param {any} round an answer of /api/tables/ID/rounds/N
   * @param {number} seat own seat; 0 for none
   * @param {Event[]} [own] the events of the round itself, where the seals are of several rounds
   */
  constructor(round, seat, own) {
    this.seat = seat;
    /** @type {Event[]} */
    const every = round.updates.flatMap(eventsOf);
    this.events = own || every;
    this.round = round;
    this.seals = seals(every, round.own);
    this.shown = this.seals.filter((one) => one.state !== "locked");
    this.wrong = this.shown.filter((one) => one.state === "mismatch");
    this.detail = h("div", { class: "seal-detail" });
    /** @type {HTMLElement[]} */
    this.cells = this.seals.map((seal) => this.cell(seal));
    this.checks = h("ul", { class: "checks" });
    this.element = h("section", { class: "seals", "aria-label": "Seals" }, this.head(),
      this.seals.length ? h("div", { class: "seal-grid", role: "group", "aria-label": "All cards in order" }, this.cells) : null,
      this.detail, this.checks);
    const first = this.wrong[0] || this.shown[0];
    if (first) this.open(first);
  }

  /** Whether the cards that were shown and the money are right. Null if no card can be checked yet. */
  get good() {
    if (this.wrong.length || this.sum?.right === false) return false;
    return this.shown.length ? true : null;
  }

  get sum() {
    return money(this.events);
  }

  /** Offer something below the verdict. @param {string} words @param {() => void} act */
  offer(words, act) {
    this.detail.before(h("button", { onclick: (/** @type {Event & {target: HTMLButtonElement}} */ event) => { event.target.disabled = true; act(); } }, words));
  }

  head() {
    const [state, title, words] = this.verdict();
    return h("div", { class: "seals-head" }, mark(state), h("div", {}, h("h2", {}, title), h("p", { class: "quiet" }, words)));
  }

  /** @returns {["good" | "bad" | "open", string, string]} */
  verdict() {
    const all = many(this.seals.length, "card");
    if (!this.seals.length)
      return ["open", "Sealed before this round", "These cards come from a stack that an earlier round sealed. They are opened when the stack is done."];
    if (this.wrong.length)
      return ["bad", `${this.wrong.length} of ${many(this.shown.length, "shown card")} do not fit`,
        `${this.wrong.map((one) => `Card ${one.position + 1}, the ${cardName(one.card)},`).join(" ")} is not what the table sealed. Keep the log of this round.`];
    if (!this.shown.length)
      return ["open", `All ${all} are sealed`, this.round.over
        ? "They are opened when the stack is done. Then this page can check every card that was shown."
        : "When the round is over, this page checks every card that was shown."];
    return ["good", this.shown.length === 1 ? "The shown card is verified" : `All ${many(this.shown.length, "shown card")} verified`,
      `The table sealed all ${all} before “No more bets”. This page has opened and checked ${this.shown.length === this.seals.length ? "all of them." : this.left()}`];
  }

  /** What was opened, and what stays sealed. */
  left() {
    return this.round.own
      ? "every card that you saw, those that only you saw too. What you did not see stays sealed."
      : "every card that everybody saw. Folded hands and the stub stay sealed.";
  }

  /** @param {Seal} seal */
  cell(seal) {
    const name = `Card ${seal.position + 1}: ${seal.card ? cardName(seal.card) : "sealed"}`;
    const words = { locked: "", match: ", match", mismatch: ", does not fit" }[seal.state];
    return h("button", { class: `seal ${seal.state}`, "aria-label": name + words, title: name + words, onclick: () => this.open(seal) },
      seal.card ? smallCard(seal.card, { hidden: true }) : h("span", { class: "lock", "aria-hidden": "true" }));
  }

  /** @param {Seal} seal */
  open(seal) {
    for (const cell of this.cells) cell.removeAttribute("aria-pressed");
    this.cells[this.seals.indexOf(seal)]?.setAttribute("aria-pressed", "true");
    const verdict = { locked: ["open", "sealed"], match: ["good", "match"], mismatch: ["bad", "does not fit"] }[seal.state];
    const line = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ kind = "") =>
      h("div", {}, h("dt", {}, name), h("dd", { class: kind, title: text }, short(text)));
    this.detail.replaceChildren(
      h("div", { class: "row spread" },
        h("div", { class: "row" }, seal.card ? smallCard(seal.card, { hidden: true }) : h("span", { class: "lock", "aria-hidden": "true" }),
          h("span", {}, h("b", {}, `Card ${seal.position + 1}`), seal.card ? `, ${this.where(seal.card)}` : "")),
        h("span", { class: `verdict ${verdict[0]}` }, verdict[1])),
      h("dl", {}, seal.salt ? line("salt", seal.salt) : null, line("sealed", seal.sealed || "nothing"),
        seal.opened ? line("opened", seal.opened, seal.state) : null),
    );
  }

  /** @param {string} card */
  where(card) {
    const named = `the ${cardName(card)}`;
    const dealt = this.events.filter((event) => event.type === "dealt" && event.card === card);
    const later = this.events.filter((event) => event.type === "exposed" && event.cards?.includes(card));
    const places = new Set([...dealt.map((event) => event.to), ...later.map((event) => event.place)]);
    if (places.size !== 1) return named;
    const [place] = places;
    return `${named} (${place === `seat ${this.seat}` ? "yours" : place})`;
  }

  /** Mark the card that a step is about. @param {Event} event */
  follow(event) {
    const card = event.type === "dealt" ? event.card : null;
    const seal = card ? this.shown.filter((one) => one.card === card) : [];
    this.cells.forEach((cell, at) => cell.classList.toggle("now", seal.length === 1 && this.seals[at] === seal[0]));
    if (seal.length === 1) this.open(seal[0]);
  }

  /** What else can be checked here: money, and the signature of the house. */
  async check() {
    const lines = [];
    const sum = this.sum;
    if (sum)
      lines.push(sum.right
        ? line("good", `Every cent adds up: ${dollars(sum.staked)} staked, ${dollars(sum.returned)} returned, all seats together`)
        : line("bad", "The wagers and payouts do not add up to what the round says"));
    const signed = this.round.signed;
    if (!signed) lines.push(line("open", this.round.over ? "The house has not signed this round yet" : "The house signs when the round is over"));
    else {
      const right = await isSigned(signed);
      const known = isKnownKey(signed.key);
      if (right === null) lines.push(line("open", "This browser can't check the house's signature (Ed25519)"));
      else if (!right) lines.push(line("bad", "The signature under the table's chain is wrong"));
      else if (!known) lines.push(line("bad", "Signed, but with another key than this browser knows"));
      else lines.push(line("good", `Signed by the house, signature ${signed.number}: the table's chain up to act ${signed.seq}`));
    }
    this.checks.replaceChildren(...lines);
  }
}

/** @param {"good" | "bad" | "open"} state @param {string} words */
const line = (state, words) => h("li", {}, mark(state), h("span", {}, words));

/** @param {string} hex */
const short = (hex) => (hex.length > 26 ? `${hex.slice(0, 16)}…${hex.slice(-6)}` : hex);

// --- the checks, with nothing taken on trust: seals, money, signature (docs/protocol.md)

/**
 * @typedef {object} Seal a card of the stack that the table sealed before bets closed
 * @property {string} pack
 * @property {number} position from 0, before any cut
 * @property {string} sealed the commitment
 * @property {string} card empty while the card is sealed
 * @property {string} salt
 * @property {string} opened what the page computes from salt and card
 * @property {"locked" | "match" | "mismatch"} state
 */

/**
 * Every sealed card of a round, each opened one checked.
 * @param {Event[]} events
 * @param {{pack: number, cards: [number, string, string][]} | null} [own] what is opened to this seat alone
 */
export function seals(events, own) {
  /** @type {Map<string, Seal[]>} */
  const packs = new Map();
  /** @type {Seal[]} cards that were opened, but never sealed */
  const stray = [];
  /** @param {any} opened */
  const open = ({ pack, cards }) => {
    const sealed = packs.get(String(pack));
    for (const [position, card, salt] of sealed ? cards : []) {
      const opened = digest(salt, card);
      const seal = sealed?.[position];
      if (!seal) stray.push({ pack: String(pack), position, sealed: "", card, salt, opened, state: "mismatch" });
      else Object.assign(seal, { card, salt, opened, state: opened === seal.sealed ? "match" : "mismatch" });
    }
  };
  for (const event of events) {
    const pack = String(event.pack);
    if (event.type === "committed")
      packs.set(pack, event.commitments.map((/** @type {string} */ sealed, /** @type {number} */ position) => (
        { pack, position, sealed, card: "", salt: "", opened: "", state: "locked" }
      )));
    if (event.type === "opened") open(event);
  }
  if (own) open(own);
  return [...[...packs.values()].flat(), ...stray];
}

/** @param {string} salt hexadecimal @param {string} card two letters */
export function digest(salt, card) {
  const bytes = [...(salt.match(/../g) || [])].map((two) => Number.parseInt(two, 16));
  return blake2s(Uint8Array.from([...bytes, ...new TextEncoder().encode(card)]));
}

/**
 * Whether the wagers and payouts of all seats sum to what the round says of itself. Null while it goes on.
 * @param {Event[]} events
 */
export function money(events) {
  const ended = events.find((event) => event.type === "ended");
  if (!ended) return null;
  let staked = 0;
  let settled = 0;
  let returned = 0;
  for (const event of events) {
    if (event.type === "settled") returned += event.returned;
    if (event.redeemed) continue; // a coupon is no money
    if (event.type === "wagered") staked += event.amount;
    if (event.type === "withdrawn") staked -= event.amount;
    if (event.type === "settled") settled += event.stake;
  }
  const right = staked === settled && staked === ended.staked && returned === ended.returned;
  return { staked, returned, right };
}

/**
 * Whether the house signed this head of the table's chain.
 * @param {SignedHead} signed
 * @returns {Promise<boolean | null>} null if this browser can't check Ed25519
 */
async function isSigned(signed) {
  if (!globalThis.crypto?.subtle) return null; // the page did not come over https or from this machine
  const lines = ["pitboss head 1", signed.number, signed.before, signed.chain, signed.seq, signed.head, signed.at];
  const text = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  let key;
  try {
    key = await crypto.subtle.importKey("spki", bytesOf(signed.key), "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    return false;
  }
  return crypto.subtle.verify("Ed25519", key, bytesOf(signed.signature), text);
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

const KNOWN = "pitboss-house-key";

/** Whether this is the key that the house had when this browser first saw one. @param {string} key */
function isKnownKey(key) {
  const known = localStorage.getItem(KNOWN);
  if (!known) localStorage.setItem(KNOWN, key);
  return !known || known === key;
}
