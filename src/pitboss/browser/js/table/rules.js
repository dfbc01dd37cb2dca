// The rules of this table: each option in words, with its unit and what it means.

import { h } from "../dom.js";
import { aboutOf } from "../games.js";
import { dollars, sentence } from "../words.js";

/** @import { Option } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

/** Names of options that say too little by themselves. A game names those that it alone has. @type {Record<string, string>} */
const NAMES = {
  positions: "seats",
  chip: "smallest chip",
  packs: "packs of cards",
  shuffler: "shuffling",
  dealing: "cards dealt from",
  match_play: "match play coupons",
  preshuffled: "cards come shuffled",
  count_every: "stub counted",
  shuffler_counts: "shuffler counts the pack",
  payout_cap: "most that a hand can win",
};

export class Rules {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Option[] | null} */
    this.options = null;
    this.names = { ...NAMES, ...aboutOf(room.info.game)?.names };
    this.asked = false;
    this.version = 0; // counts what has changed, for drawing
  }

  async ask() {
    if (this.asked) return;
    this.asked = true;
    const { room } = this;
    this.options = (await room.app.api.get(`/api/games/${room.info.game}/options`)).options;
    this.version++;
    room.screen.draw();
  }

  /** @returns {Node[]} */
  draw() {
    this.ask();
    const { rules } = this.room.info;
    const shown = (this.options ?? []).filter((one) => !one.fixed && isShown(one.option, rules));
    return [h("section", {}, h("p", { class: "caption" }, "Rules of this table"),
      h("dl", { class: "meanings rules" }, shown.map((one) =>
        h("div", { "data-option": one.option }, h("dt", {}, sentence(this.names[one.option] ?? one.option.replaceAll("_", " ")), h("b", {}, valueOf(one, rules[one.option]))), h("dd", {}, plain(one.means))))))];
  }
}

/**
 * Whether an option says something here: it is one value, and what it belongs to is offered.
 * @param {string} name
 * @param {Record<string, any>} rules
 */
function isShown(name, rules) {
  if (!["string", "number", "boolean"].includes(typeof rules[name])) return false;
  if (name.endsWith("_every") && !rules[name]) return false;
  return !Object.keys(rules).some((other) => name.startsWith(`${other}_`) && (rules[other] === false || rules[other] === "none"));
}

/** @param {Option} option @param {any} value */
function valueOf({ option, means }, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value);
  if (!value && /\b0 (means|for) no\b/.test(means)) return "none";
  if (/\bin cents\b/.test(means)) return dollars(value);
  if (/^Percent\b/.test(means)) return `${value}%`;
  if (option === "count_every") return value === 1 ? "every round" : `once in ${value} rounds`;
  return /\brounds between\b/.test(means) ? `every ${value} rounds` : value.toLocaleString("en-US");
}

/** What an option means, without the unit that its value has. @param {string} means */
const plain = (means) => means.replace(/,? in cents\b/, "");
