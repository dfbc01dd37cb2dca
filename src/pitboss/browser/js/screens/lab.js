// Lab: edit any pay line or option, and see what it does to the game. The address holds the rules, so a link shares them.

import { Problem } from "../api.js";
import { h, say, the, underWay } from "../dom.js";
import { countedOver, percent, wholeHand } from "../edges.js";
import { aboutOf, optionName } from "../games.js";
import { Draft, SavedStudies, isShares, stepped } from "../lab/draft.js";
import { drawDecisions, drawMeter } from "../lab/figures.js";
import { Newest, SOON } from "../newest.js";
import { styled } from "../screen.js";
import { speechOf } from "../speech.js";
import { dollars, list, many, sentence } from "../words.js";
import { tabs } from "./learn.js";

/** @import { Option } from "../../protocol.d.ts" */
/** @import { App } from "../main.js" */

const FEW = 3; // lines of a pay table that is not the one people come to change
const PAUSE = 250; // milliseconds without a change before the house is asked
const SECOND = 1000;
const COUNTING = "Counting every deal";
const QUIET = new Set(["fold", "pass", "stand"]); // actions that add nothing to the stakes
/** Options of every table, which change no odds of the base wagers. A game names those that it alone has. */
const COMMON = new Set(["table_minimum", "table_maximum", "chip", "positions", "packs", "shuffler", "preshuffled", "match_play", "dealing",
  "cut", "recut_by", "count_every", "shuffler_counts", "automated_counts"]);

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await Promise.all([styled("lab", "learn", "small"), app.signIn()]);
  const name = (parts[0] || "").split("?")[0];
  const game = app.pricedGames.find((one) => one.name === name) || app.pricedGames[0];
  const known = await app.api.get(`/api/games/${game.name}/options`);
  const draft = new Draft(known.options);
  draft.read(location.hash.split("?")[1] || "");
  const lab = new Lab(app, game.name, known, draft);
  root.append(h("div", { class: "page" },
    h("div", { class: "lab-head" }, h("h1", {}, "Lab"), tabs(app.pricedGames, game.name, "lab"), h("div", { class: "row changed" }, lab.count, lab.undo)),
    h("div", { class: "lab-grid" }, lab.editor(), h("div", { class: "column" }, lab.tiles, lab.decisions), h("div", { class: "column" }, lab.meters, lab.wagers)),
    h("div", { class: "lab-foot" }, lab.exact, h("div", { class: "row" }, lab.copy, lab.sheet, lab.open))));
  lab.start();
  return () => lab.end();
}

/** The id of the words about a wrong pay line. @param {string} key */
const wrongOf = (key) => `lab-wrong-${key.replace(/\W+/g, "-")}`;

class Lab {
  /**
   * @param {App} app
   * @param {string} game
   * @param {any} known
   * @param {Draft} draft
   */
  constructor(app, game, known, draft) {
    this.app = app;
    this.game = game;
    this.speech = speechOf(game);
    this.about = aboutOf(game);
    this.common = new Set([...COMMON, ...(this.about?.common ?? [])]);
    this.known = known;
    this.draft = draft;
    /** @type {any} the figures of the document */
    this.document = null;
    /** @type {any} the figures of the draft */
    this.found = null;
    this.newest = new Newest();
    /** @type {Map<string, {row: HTMLElement, draw: () => void, wrong: HTMLElement}>} */
    this.rows = new Map();
    this.count = h("span", { class: "quiet", role: "status" });
    this.undo = h("button", { class: "plain link", onclick: () => this.reset() }, "Undo all");
    this.tiles = h("section", { class: "tiles", "aria-label": "Figures", "aria-live": "polite" });
    this.decisions = h("section", { class: "panel decisions" });
    this.meters = h("section", { class: "panel meters", hidden: true });
    this.wagers = h("section", { class: "panel wagers" });
    this.study = h("div", { class: "study", role: "status" });
    this.exact = h("p", { class: "faint exact" }, underWay(`${COUNTING} …`));
    this.copy = h("button", { onclick: () => this.share() }, "Copy link");
    this.sheet = h("select", { "aria-label": "Par sheet", onchange: () => this.download() },
      h("option", { value: "" }, "Par sheet"), h("option", { value: "html" }, "as a page"), h("option", { value: "csv" }, "as a table (CSV)"));
    this.saved = new SavedStudies(game, () => ({ name: `${this.count.textContent}, edge ${this.found ? percent(this.found.odds.house_edge) : "unknown"}`, query: this.draft.query() }));
    this.open = h("button", { class: "primary", disabled: true, onclick: () => this.openTable() }, "Open a table");
  }

  async start() {
    this.drawCount();
    await this.ask();
  }

  end() {
    this.newest.end();
  }

  // --- what is edited

  editor() {
    const tables = this.draft.options.filter((one) => isTable(one));
    const plain = this.draft.options.filter((one) => !isTable(one));
    const about = plain.filter((one) => !this.common.has(one.option));
    const rest = plain.filter((one) => this.common.has(one.option));
    const shown = tables.findIndex((one) => one.lines.length > FEW) + 1;
    const pays = tables.map((one, at) => this.payTable(one, at < shown));
    return h("div", { class: "column" }, this.study, pays.slice(0, shown),
      h("section", { class: "panel options" }, h("h2", {}, "Options"), about.map((one) => this.optionRow(one)),
        rest.length ? h("details", {}, h("summary", {}, "Table, chips and shuffle"), rest.map((one) => this.optionRow(one))) : null),
      pays.slice(shown), this.saved.element);
  }

  /** A pay table. Those of side wagers are folded, and open when one of their lines is changed or refused. @param {Option} one @param {boolean} open */
  payTable(one, open) {
    return h("details", { class: "panel pay", open, "aria-label": optionName(this.game, one.option) },
      h("summary", {}, h("h2", {}, optionName(this.game, one.option)), h("span", { class: "clause" }, one.clauses.join(" "))),
      h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), h("th", { scope: "col" }, "Document"), h("th", { scope: "col" }, "Yours"))),
        h("tbody", {}, one.lines.map((line) => this.payLine(one, line)))));
  }

  /** @param {Element} row */
  unfold(row) {
    const folded = row.closest("details");
    if (folded) folded.open = true;
  }

  /** @param {Option} option @param {string} line */
  payLine(option, line) {
    const key = `${option.option}.${line}`;
    const input = h("input", { "aria-label": `${sentence(line)} pays`, placeholder: "nothing", "aria-describedby": wrongOf(key),
      onchange: () => this.set(key, input.value.trim() || this.draft.document(key)) });
    const step = (/** @type {number} */ by) => h("button", { class: "step", "aria-label": `${sentence(line)}: ${by > 0 ? "more" : "less"}`,
      onclick: () => this.set(key, stepped(this.draft.value(key), by)) }, by > 0 ? "+" : "−");
    const wrong = h("div", { class: "wrong", id: wrongOf(key) });
    const stated = h("td", { class: "stated" });
    const row = h("tr", { class: "line", "data-key": key }, h("td", {}, sentence(line), wrong), stated,
      h("td", {}, h("div", { class: "stepper" }, step(-1), input, step(1))));
    const draw = () => {
      input.value = this.draft.value(key);
      stated.textContent = this.draft.document(key) || "–";
      row.classList.toggle("other", this.draft.changed.has(key));
      if (this.draft.changed.has(key)) this.unfold(row);
    };
    this.rows.set(key, { row, draw, wrong });
    draw();
    return row;
  }

  /** @param {Option} option */
  optionRow(option) {
    const key = option.option;
    const named = isShares(option);
    const cents = /\bin cents\b/.test(option.means);
    const money = cents && !named;
    const choices = option.values.length ? option.values : null;
    const field = choices
      ? h("select", { onchange: () => this.set(key, choices[/** @type {HTMLSelectElement} */ (field).selectedIndex]) }, choices.map((value) => h("option", {}, money ? dollars(value) : said(value))))
      : h("input", { type: typeof option.default === "number" ? "number" : "text", placeholder: named ? "mega 60, minor 40" : null, onchange: () => {
          const { value } = field;
          if (typeof option.default !== "number") this.set(key, value);
          else if (value.trim() && Number.isFinite(Number(value))) this.set(key, Math.round(Number(value) * (money ? 100 : 1)));
          else this.refuse(key, money ? "Give an amount in dollars." : "Give a whole number.");
        } });
    field.id = `lab-${key}`;
    const wrong = h("div", { class: "wrong" });
    const row = h("div", { class: "option", "data-key": key },
      h("label", { for: field.id }, h("span", {}, optionName(this.game, key), " ", h("span", { class: "clause" }, option.clauses.join(" "))),
        h("small", {}, option.means.replace(/ \([^()]*(\([^()]*\)[^()]*)*\)\.$/, ".").replace(/,? in cents/, cents && !choices ? ", in dollars" : ""))),
      field, wrong);
    const draw = () => {
      const value = this.draft.value(key);
      if (choices) /** @type {HTMLSelectElement} */ (field).selectedIndex = choices.indexOf(value);
      else field.value = String(money ? value / 100 : value);
      row.classList.toggle("other", this.draft.changed.has(key));
      row.hidden = option.fixed && !value; // amounts that these rules do not have
    };
    this.rows.set(key, { row, draw, wrong });
    draw();
    return row;
  }

  /** @param {string} key @param {any} value */
  set(key, value) {
    this.draft.set(key, value);
    this.changed();
  }

  /** Say beside a field why what it holds can't be priced. @param {string} key @param {string} why */
  refuse(key, why) {
    const found = this.rows.get(key);
    found?.row.classList.add("forbidden");
    found?.wrong.replaceChildren(why);
  }

  reset() {
    this.draft.changed.clear();
    this.changed();
  }

  changed() {
    for (const { draw } of this.rows.values()) draw();
    this.drawCount();
    const query = this.draft.query();
    history.replaceState(null, "", `#/lab/${this.game}${query ? `?${query}` : ""}`);
    this.age(true);
    this.newest.changed(() => this.ask(), PAUSE);
  }

  /** Dim the figures while they are not those of the rules that stand here. @param {boolean} old */
  age(old) {
    for (const part of [this.tiles, this.decisions, this.meters, this.wagers]) part.classList.toggle("old", old);
  }

  drawCount() {
    const { size } = this.draft.changed;
    this.count.textContent = size ? `${many(size, "line")} changed` : "as the document has it";
    this.undo.hidden = !size;
  }

  // --- figures

  async ask() {
    if (this.newest.asking) return;
    const began = performance.now();
    let doing = COUNTING;
    const bar = underWay(`${doing} …`);
    const counting = window.setInterval(() => {
      const seconds = Math.floor((performance.now() - began) / SECOND);
      if (!bar.isConnected) this.exact.replaceChildren(bar);
      const words = the("span", bar);
      words.ariaLive = "off"; // nobody wants to hear the seconds
      if (seconds) words.textContent = `${doing}: ${many(seconds, "second")} so far …`;
    }, SOON);
    try {
      await this.newest.ask(
        () => {
          this.age(true);
          return this.price(() => window.clearInterval(counting));
        },
        (problem) => this.cannot(problem),
        (code) => {
          doing = code === "connection" ? "The house does not answer. Asking again" : COUNTING;
        },
      );
    } finally {
      window.clearInterval(counting);
    }
  }

  /** Ask for the figures of the present rules, and draw them unless others are wanted by then. @param {() => void} counted */
  async price(counted) {
    const began = performance.now();
    const at = `/api/games/${this.game}`;
    const body = { rules: this.draft.rules() };
    const { signal } = this.newest;
    this.document ||= await this.app.api.get(`${at}/odds`, signal);
    if (!this.found && !this.newest.isOld) this.drawFigures(this.document);
    const found = this.draft.changed.size ? await this.app.api.post(`${at}/odds`, body, signal) : this.document;
    if (this.newest.isOld) return;
    this.draft.state(found.stated);
    for (const { draw } of this.rows.values()) draw();
    this.drawCount();
    this.drawDefects(found.defects, found.study);
    this.drawFigures(found);
    this.open.disabled = found.study;
    counted();
    this.exact.textContent = `Exact: ${countedOver(this.about, found.odds.combinations)}, answered in ${Math.round(performance.now() - began)} ms`;
    const changes = await this.app.api.post(`${at}/changes`, body, signal);
    if (!this.newest.isOld) drawDecisions(this.decisions, changes, this.speech.wager(this.known.base));
  }

  /** These rules have no figures. @param {Problem} error */
  cannot(error) {
    this.open.disabled = true;
    this.exact.textContent = "";
    this.drawDefects(error.said.defects || [], false, error.message);
  }

  /**
   * What the document forbids, each beside its line.
   * @param {any[]} defects
   * @param {boolean} study whether it is priced all the same
   * @param {string} why
   */
  drawDefects(defects, study, why = "") {
    const keyOf = (/** @type {any} */ one) => (one.line ? `${one.option}.${one.line}` : one.option);
    const named = new Set(defects.map(keyOf));
    for (const [key, { row, wrong }] of this.rows) {
      if (why && this.draft.changed.has(key) && !named.has(key)) continue; // the house stopped before it came to this one
      row.classList.remove("forbidden");
      wrong.replaceChildren();
    }
    for (const one of defects) {
      const found = this.rows.get(keyOf(one));
      if (!found) continue;
      found.row.classList.add("forbidden");
      this.unfold(found.row);
      found.wrong.classList.toggle("long", Boolean(why)); // what was typed can't be read, which takes more words
      found.wrong.append(h("span", {}, `${sentence(one.line ? one.wrong.replace(/^'[^']*':? /, "") : one.wrong)}.`, " "), h("span", { class: "clause" }, one.clause));
    }
    const clauses = [...new Set(defects.filter((one) => !this.rows.has(keyOf(one))).map((one) => one.clause).filter(Boolean))].join(", ");
    const unread = this.draft.unknown.length ? [h("p", {}, `The address names ${list(this.draft.unknown)}, which ${this.known.title} does not have. It was left out.`)] : [];
    this.study.replaceChildren(...unread, ...(study
      ? [h("b", {}, "A study, not a table."), h("p", {}, `The document does not allow ${clauses ? `this: ${clauses}` : "what is marked"}. Study it here; no table opens with it.`)]
      : defects.length || why
        ? [h("b", {}, "This can’t be priced."), h("p", {}, this.rows.size && defects.some((one) => this.rows.has(keyOf(one)))
            ? "The marked lines say why. The dimmed figures are those of the last rules that could be." : sentence(why))]
        : [h("b", {}, "The document allows this."), h("p", {}, "A table can open with these rules.")]));
    this.study.classList.toggle("warns", Boolean(unread.length || study || defects.length || why));
  }

  /** @param {any} found */
  drawFigures(found) {
    this.found = found;
    const { odds, base } = found;
    const before = this.document.odds;
    const folds = "fold" in odds.action_frequency;
    const acted = Object.keys(odds.action_frequency).find((action) => !QUIET.has(action)) || "";
    const share = (/** @type {any} */ of) => (folds ? 1 - part(of.action_frequency.fold) : part(of.action_frequency[acted] || "0/1"));
    const tile = (/** @type {string} */ name, /** @type {(of: any) => string} */ value) =>
      h("div", { class: "tile" }, h("span", {}, name), h("b", {}, value(odds)),
        h("small", {}, value(odds) === value(before) ? "the document’s" : `was ${value(before)}`));
    this.age(false);
    this.tiles.replaceChildren(
      tile(`House edge, as a share of the ${this.speech.wager(base)}`, (of) => percent(of.house_edge, 4)),
      tile("Standard deviation", (of) => of.standard_deviation.toFixed(4)),
      tile("House edge, as a share of all bets", (of) => percent(of.element_of_risk, 4)),
      tile(folds ? "Hands not folded" : `Decisions to ${acted}`, (of) => percent(share(of))));
    this.wagers.replaceChildren(h("h2", {}, "Every wager"),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Wager"), h("th", { scope: "col", class: "number" }, "edge"), h("th", { scope: "col", class: "number" }, "SD"), h("th", { scope: "col", class: "number" }, "wins"))),
        h("tbody", {}, Object.entries(odds.wagers).map(([name, one]) => {
          const old = before.wagers[name];
          const other = old && old.house_edge !== one.house_edge;
          return h("tr", { class: other ? "other" : "" }, h("td", {}, sentence(this.speech.column(name))),
            h("td", { class: "number" }, percent(one.house_edge), one.earned ? h("small", {}, ` of the ${this.speech.wager(one.per)}`) : null,
              one.joint ? h("small", {}, ` with the play that is best without it, ${percent(one.joint_edge)} if both count`) : null),
            h("td", { class: "number" }, one.standard_deviation.toFixed(2)), h("td", { class: "number" }, percent(one.hit_frequency)));
        }))), h("p", { class: "faint" }, wholeHand(this.speech, found)));
    const progressive = Object.entries(odds.wagers).filter(([, one]) => one.progressive && Object.keys(one.progressive.meters).length);
    this.meters.hidden = !progressive.length;
    this.meters.replaceChildren(h("h2", {}, "When is the meter worth it?"),
      ...progressive.flatMap(([name, one]) => [
        h("p", { class: "quiet" }, `House edge of a ${dollars(one.progressive.stake)} ${this.speech.wager(name)} wager, by what the meter shows`), drawMeter(name, one)]));
  }

  // --- what to do with it

  async share() {
    if (!navigator.clipboard) {
      this.exact.replaceChildren("Copy this address: ", h("a", { href: location.href }, location.href)); // not every address may use the clipboard
      return;
    }
    await navigator.clipboard.writeText(location.href);
    this.copy.textContent = "Link copied";
    window.setTimeout(() => (this.copy.textContent = "Copy link"), 2 * SECOND);
    say("The link is copied.");
  }

  async download() {
    const form = this.sheet.value;
    this.sheet.value = "";
    if (!form) return;
    try {
      await this.app.api.download(`/api/games/${this.game}/par-sheet`, { rules: this.draft.rules(), form }, `${this.game}-par-sheet.${form}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.exact.textContent = `${sentence(error.message)}.`;
    }
  }

  async openTable() {
    this.open.disabled = true;
    try {
      const table = await this.app.api.post("/api/tables", { game: this.game, rules: this.draft.rules() });
      this.app.go(`#/table/${table.id}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.exact.textContent = sentence(error.message);
      this.open.disabled = false;
    }
  }
}

/** Whether an option is a pay table. @param {Option} option */
const isTable = (option) => option.lines.length > 0;

/** @param {any} value */
const said = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/** @param {string} ratio */
const part = (ratio) => {
  const [above, below] = ratio.split("/").map(Number);
  return above / below;
};
