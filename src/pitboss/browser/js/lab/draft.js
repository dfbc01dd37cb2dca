// Rules that somebody edits: what differs from the document's, as an address and as a body for the house; and those that are kept.

import { h } from "../dom.js";

/** @import { Option } from "../../protocol.d.ts" */

export class Draft {
  /** @param {Option[]} options */
  constructor(options) {
    this.options = options;
    /** @type {Map<string, any>} what differs: by option, or by option and line of a pay table, as "pays.flush" */
    this.changed = new Map();
    /** @type {string[]} what an address names and this game does not have */
    this.unknown = [];
  }

  /** @param {string} key */
  option(key) {
    return this.options.find((one) => one.option === key || key.startsWith(`${one.option}.`));
  }

  /** The document's value of an option or a line. @param {string} key */
  document(key) {
    const option = this.option(key);
    if (option && isShares(option)) return sharesInWords(option);
    if (!option || option.option === key) return option?.default;
    const line = key.slice(option.option.length + 1);
    return option.default[line] ?? (option.lines.includes(line) ? "" : undefined);
  }

  /** @param {string} key */
  value(key) {
    return this.changed.has(key) ? this.changed.get(key) : this.document(key);
  }

  /** @param {string} key @param {any} value */
  set(key, value) {
    if (value === this.document(key)) this.changed.delete(key);
    else this.changed.set(key, value);
  }

  /**
   * The pay tables and amounts as the document states them under the options that are chosen now.
   * @param {Record<string, Record<string, any>>} tables
   */
  state(tables) {
    for (const option of this.options) if (tables[option.option]) option.default = tables[option.option];
    for (const [key, value] of [...this.changed]) this.set(key, value);
  }

  /** The body for the house: only what differs. */
  rules() {
    /** @type {Record<string, any>} */
    const made = {};
    for (const [key, value] of this.changed) {
      const option = this.option(key);
      if (!option) continue;
      if (isShares(option)) made[key] = sharesOf(option, value);
      else if (option.option === key) made[key] = value;
      else (made[option.option] ||= {})[key.slice(option.option.length + 1)] = value;
    }
    return made;
  }

  /** The part of the address after the question mark. */
  query() {
    return new URLSearchParams([...this.changed].map(([key, value]) => [key, String(value)])).toString();
  }

  /** @param {string} query */
  read(query) {
    for (const [said, text] of new URLSearchParams(query)) {
      const key = [said, said.replace(".", "_pays.")].find((one) => this.document(one) !== undefined) ?? said; // "bet.flush", as on the command line
      const document = this.document(key);
      if (document === undefined || typeof document === "object") {
        this.unknown.push(said);
        continue;
      }
      if (typeof document === "number") this.set(key, Number(text));
      else if (typeof document === "boolean") this.set(key, text === "true");
      else this.set(key, text);
    }
  }
}

/** Whether an option is a number by name, such as the share or the seed of each meter. @param {Option} option */
export const isShares = (option) => typeof option.default === "object" && option.default !== null && !option.lines.length;

/** Cents are shown as dollars. @param {Option} option */
const unitOf = (option) => (option.takes.startsWith("cents") ? 100 : 1);

/** "mega 60, major 30, minor 10" @param {Option} option */
const sharesInWords = (option) => Object.entries(option.default).map(([name, share]) => `${name} ${share / unitOf(option)}`).join(", ");

/** @param {Option} option @param {string} text */
const sharesOf = (option, text) =>
  Object.fromEntries([...text.matchAll(/([a-z]\w*)[ :=$]+(\d+(?:\.\d+)?)/gi)].map(([, name, share]) => [name, Math.round(Number(share) * unitOf(option))]));

/**
 * Odds that are a step higher or lower: "8 to 1" and "10 to 1" are one step from "9 to 1".
 * @param {string} odds
 * @param {number} by
 */
export function stepped(odds, by) {
  const [, pays, word, per] = /^([\d,]+)( (?:to|for) )([\d,]+)$/.exec(odds || "0 to 1") || [];
  if (!pays) return odds;
  const unit = Number(per.replace(/,/g, ""));
  const next = Number(pays.replace(/,/g, "")) + by * unit;
  return next < 0 ? odds : `${next.toLocaleString("en-US")}${word}${per}`;
}

// --- studies that somebody keeps in this browser: each is a name and an address

const KEY = "pitboss-studies";
const MOST = 30;

/** @typedef {{game: string, name: string, query: string}} Saved */

/** @returns {Saved[]} */
function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // what is kept there is not ours
  }
}

/** @param {Saved[]} studies */
const keep = (studies) => localStorage.setItem(KEY, JSON.stringify(studies.slice(0, MOST)));

export class SavedStudies {
  /** @param {string} game @param {() => {name: string, query: string}} now what is on the page */
  constructor(game, now) {
    this.game = game;
    this.now = now;
    this.name = h("input", { maxlength: 60, "aria-label": "Name of the study", placeholder: "Name it" });
    this.list = h("ul", {});
    this.element = h("section", { class: "panel saved" }, h("h2", {}, "Saved in this browser"),
      h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.save(); } }, this.name, h("button", { type: "submit" }, "Save")),
      this.list);
    this.draw();
  }

  save() {
    const { name, query } = this.now();
    const said = this.name.value.trim() || name;
    keep([{ game: this.game, name: said, query }, ...all().filter((one) => one.game !== this.game || one.name !== said)]);
    this.name.value = "";
    this.draw();
  }

  draw() {
    const mine = all().filter((one) => one.game === this.game);
    this.list.replaceChildren(...mine.map((one) =>
      h("li", {}, h("a", { href: `#/lab/${one.game}${one.query ? `?${one.query}` : ""}` }, one.name),
        h("button", { class: "plain link", "aria-label": `Remove ${one.name}`, onclick: () => {
          keep(all().filter((other) => other.game !== one.game || other.name !== one.name));
          this.draw();
        } }, "Remove"))));
  }
}
