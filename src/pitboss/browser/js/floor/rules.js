// The rules editor: every option with its clause, its default and what it does to the edge; all defects at once, each
// beside its field.

import { h, say, underWay } from "../dom.js";
import { percent } from "../edges.js";
import { optionName } from "../games.js";
import { centsOf, dollars, many, sentence, whyNot } from "../words.js";

/** @import { Option } from "../../protocol.d.ts" */
/** @import { App } from "../main.js" */

const MOST_VALUES = 6; // values of an option that are priced at once

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether an option is an amount: the house has it in cents, people write dollars. @param {Option} option */
const isMoney = (option) => typeof option.default === "number" && /\bin cents\b/i.test(option.means);

/** @param {Option} option @param {any} value */
export function shown(option, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && isMoney(option)) return dollars(value);
  return String(value);
}

/** What an option means, with its clauses marked. @param {Option} option */
function cited(option) {
  const means = isMoney(option) ? option.means.replace(/(,?) in cents/, "$1 in dollars") : option.means;
  if (!option.clauses.length) return [means];
  const marks = new Set(option.clauses);
  const found = new RegExp(`(${option.clauses.map((one) => one.replace(/[()]/g, "\\$&")).join("|")})`);
  return means.split(found).map((part) => (marks.has(part) ? h("span", { class: "clause" }, part) : part));
}

/** @param {HTMLElement} root @param {App} app @param {any} table */
export async function drawRules(root, app, table) {
  /** @type {Option[]} */
  const options = (await app.api.get(`/api/games/${table.game}/options`)).options.filter((/** @type {Option} */ one) => !one.fixed);
  const may = app.is("supervisor") || app.is("administrator");
  const priced = app.isPriced(table.game);
  const label = (/** @type {string} */ option) => optionName(table.game, option);
  /** @type {Record<string, any>} */
  const draft = structuredClone(table.rules);
  /** @type {Map<string, HTMLElement>} */
  const wrongs = new Map();
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const status = h("p", { class: "status", role: "status" });
  const others = h("ul", { class: "refused" });
  const order = h("button", { class: "primary", disabled: true, onclick: () => send() }, "Order the change");
  let asked = 0;
  const edges = new Edges(app, table.game);
  const effect = h("p", { class: "effect", role: "status" });

  const changes = () => options.filter((one) => !same(draft[one.option], table.rules[one.option]));
  /** The options of these rules that are not the document's defaults. @param {Record<string, any>} rules */
  const given = (rules = draft) => Object.fromEntries(options.filter((one) => !same(rules[one.option], one.default)).map((one) => [one.option, rules[one.option]]));

  const check = async () => {
    const mine = ++asked;
    order.disabled = true;
    const { defects } = await app.api.post(`/api/games/${table.game}/defects`, { rules: given() });
    if (mine !== asked) return;
    for (const [name, wrong] of wrongs) {
      const found = defects.filter((/** @type {any} */ one) => one.option === name);
      wrong.replaceChildren(...found.map((/** @type {any} */ one) => h("p", {}, "✕ ", sentence(one.wrong), ". ", one.clause && h("span", { class: "clause" }, one.clause))));
      rows.get(name)?.classList.toggle("wrong", found.length > 0);
      rows.get(name)?.classList.toggle("changed", !same(draft[name], table.rules[name]));
    }
    others.replaceChildren(...defects.filter((/** @type {any} */ one) => !wrongs.has(one.option)).map((/** @type {any} */ one) => h("li", {}, `${one.option}: ${one.wrong}`)));
    const changed = changes();
    status.textContent = defects.length
      ? `The document does not permit this: ${many(defects.length, "defect")}.`
      : changed.length
        ? `${changed.length} ${changed.length === 1 ? "option changes" : "options change"}: ${changed.map((one) => label(one.option).toLowerCase()).join(", ")}. The document permits it.`
        : "These are the rules in force.";
    status.className = `status ${defects.length ? "lost" : ""}`;
    order.disabled = Boolean(defects.length) || !changed.length || !may;
  };

  const send = async () => {
    order.disabled = true;
    try {
      await app.api.post(`/api/tables/${table.id}/rules`, { rules: given() });
      say("The change is ordered.");
      app.go(`#/operator/table/${table.id}`);
    } catch (error) {
      status.textContent = whyNot(error);
      status.className = "status lost";
    }
  };

  /**
   * Ask for exact edges and say what comes. It may take seconds, and the page goes on meanwhile.
   * @param {HTMLElement} where
   * @param {() => Promise<Node[]>} ask
   */
  const tell = async (where, ask) => {
    where.replaceChildren(underWay("Counting the exact edge …"));
    try {
      where.replaceChildren(...await ask());
    } catch (error) {
      where.replaceChildren(h("span", { class: "lost" }, whyNot(error)));
    }
  };

  /** What the whole draft does. */
  const wholeEffect = () => tell(effect, async () => {
    const [before, after] = await Promise.all([edges.price(given(table.rules)), edges.price(given())]);
    return [h("span", {}, `In force ${percent(before.edge)} of the first wager. `, h("b", {}, difference(before, after)), ".")];
  });

  /** What each value of one option does, the others as they are in force. @param {Option} option @param {HTMLElement} where */
  const optionEffect = (option, where) => tell(where, async () => {
    const now = await edges.price(given(table.rules));
    const values = [...option.values.slice(0, MOST_VALUES), ...(option.values.length ? [] : [draft[option.option], option.default])]
      .filter((one, at, all) => !same(one, table.rules[option.option]) && all.findIndex((other) => same(one, other)) === at);
    const lines = await Promise.all(values.map(async (value) => {
      const price = await edges.price(given({ ...table.rules, [option.option]: value }));
      return h("li", {}, value !== null && typeof value === "object" ? "as drafted" : shown(option, value), ": ", h("b", {}, difference(now, price)));
    }));
    return [h("span", {}, `Hand ${percent(now.edge)} now.`), lines.length ? h("ul", {}, lines) : h("span", {}, " Change the value, and ask again.")];
  });

  /** @param {string} name @param {any} value */
  const set = (name, value) => {
    draft[name] = value;
    effect.replaceChildren();
    check();
  };

  root.append(
    h("div", { class: "page rules-page" },
      h("p", {}, h("a", { href: `#/operator/table/${table.id}` }, `‹ ${table.name}`)),
      h("div", { class: "head" }, h("h1", {}, `Rules of ${table.name}`), h("p", { class: "quiet" }, "A change is announced at the table now, and is in force from the next round or shoe.")),
      h("div", { class: "panel options" },
        options.map((one) => {
          const wrong = h("div", { class: "defects", role: "alert" });
          wrongs.set(one.option, wrong);
          const told = h("div", { class: "told", role: "status" });
          const row = h("div", { class: "option", "data-option": one.option },
            h("div", {}, h("b", {}, label(one.option)), h("p", { class: "quiet" }, cited(one))),
            h("div", { class: "field" }, field(label(one.option), one, draft[one.option], (value) => set(one.option, value), may),
              typeof one.default !== "object" && h("small", {}, `default ${shown(one, one.default)}`)),
            h("div", {}, priced && h("button", { class: "small", "aria-label": `What ${label(one.option).toLowerCase()} does to the edge`, onclick: () => optionEffect(one, told) }, "Edge?")),
            told, wrong);
          rows.set(one.option, row);
          return row;
        })),
      h("div", { class: "panel order" }, status, others, effect, h("div", { class: "row" }, priced && h("button", { onclick: wholeEffect }, "What it does to the edge"), h("a", { class: "button", href: `#/operator/table/${table.id}` }, "Not now"), may && order))),
  );
  await check();
}

/**
 * @param {string} name
 * @param {Option} option
 * @param {any} value
 * @param {(value: any) => void} set
 * @param {boolean} may
 * @returns {HTMLElement}
 */
function field(name, option, value, set, may) {
  if (option.values.length)
    return h("select", { "aria-label": name, disabled: !may, onchange: (/** @type {Event} */ event) => set(option.values[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]) },
      option.values.map((one) => h("option", { selected: same(one, value) }, shown(option, one))));
  if (value !== null && typeof value === "object")
    return h("details", {}, h("summary", {}, `${Object.keys(value).length} lines`),
      Object.entries(value).map(([line, odds]) =>
        h("label", { class: "line" }, line,
          h("input", { value: odds, disabled: !may, "aria-label": `${name}: ${line}`, oninput: (/** @type {Event} */ event) => set(current(event)) }),
          h("small", {}, `default ${option.default?.[line] ?? "none"}`))));
  const whole = typeof option.default === "number";
  if (isMoney(option))
    return h("input", { value: typeof value === "number" ? value / 100 : value ?? "", "aria-label": name, disabled: !may, inputmode: "decimal", autocomplete: "off",
      oninput: (/** @type {Event} */ event) => {
        const text = /** @type {HTMLInputElement} */ (event.target).value;
        try {
          set(centsOf(text));
        } catch {
          set(text.trim()); // the house says what is wrong with it
        }
      } });
  return h("input", { value: value ?? "", "aria-label": name, disabled: !may, inputmode: whole ? "numeric" : null, autocomplete: "off",
    oninput: (/** @type {Event} */ event) => {
      const text = /** @type {HTMLInputElement} */ (event.target).value.trim();
      set(whole && /^-?\d+$/.test(text) ? Number(text) : text);
    } });
}

/** All lines of the pay table whose field was changed, as they stand in the page. @param {Event} event */
function current(event) {
  const lines = /** @type {HTMLElement} */ (event.target).closest("details")?.querySelectorAll("label.line") ?? [];
  return Object.fromEntries([...lines].map((one) => [one.firstChild?.textContent ?? "", /** @type {HTMLInputElement} */ (one.querySelector("input")).value]));
}

// --- what rules do to the edge: asked for only when somebody wants it, and nothing waits for it

/** @typedef {{edge: number, wagers: Map<string, number>}} Price of the base wager, and of each side wager */

const SAME = 5e-7; // edges that differ by less are printed alike

class Edges {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {Map<string, Promise<Price>>} */
    this.known = new Map();
    this.turn = Promise.resolve();
  }

  /** The exact edges under these rules. @param {Record<string, any>} rules @returns {Promise<Price>} */
  price(rules) {
    const key = JSON.stringify(rules);
    let found = this.known.get(key);
    if (!found) {
      found = this.turn.then(() => this.ask(rules)); // one after another: the house computes few at once for a person
      this.turn = found.then(() => {}, () => {});
      this.known.set(key, found);
      found.catch(() => this.known.delete(key)); // it may be asked again
    }
    return found;
  }

  /** @param {Record<string, any>} rules @returns {Promise<Price>} */
  async ask(rules) {
    const { odds } = await this.app.api.post(`/api/games/${this.game}/odds`, { rules });
    const sides = Object.entries(odds.wagers).filter(([, one]) => one.side && !one.earned);
    // a progressive wager is priced with its meter at the seed
    return { edge: odds.house_edge, wagers: new Map(sides.map(([name, one]) => [one.progressive ? `${name} at the seed` : name, one.house_edge])) };
  }
}

/** What changes from one price to another, in short sentences. @param {Price} before @param {Price} after */
export function difference(before, after) {
  const said = [];
  if (Math.abs(after.edge - before.edge) > SAME) said.push(`hand ${percent(before.edge)} → ${percent(after.edge)}`);
  for (const [name, edge] of after.wagers) {
    const old = before.wagers.get(name);
    if (old === undefined) said.push(`${name} is added, ${percent(edge)}`);
    else if (Math.abs(edge - old) > SAME) said.push(`${name} ${percent(old)} → ${percent(edge)}`);
  }
  for (const name of before.wagers.keys()) if (!after.wagers.has(name)) said.push(`${name} is removed`);
  return said.length ? sentence(said.join("; ")) : "No edge changes";
}
