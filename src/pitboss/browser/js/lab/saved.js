// Studies that somebody keeps in this browser: each is a name and an address.

import { h } from "../dom.js";

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
  /**
   * @param {string} game
   * @param {() => {name: string, query: string}} now what is on the page
   */
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
