// What rules do to the edge. Exact figures are asked for only when somebody wants them, and nothing waits for them.

import { percent } from "../edges.js";
import { sentence } from "../words.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {{edge: number, wagers: Map<string, number>}} Price of the base wager, and of each side wager */

const SAME = 5e-7; // edges that differ by less are printed alike

export class Edges {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    /** @type {Map<string, Promise<Price>>} */
    this.known = new Map();
    this.turn = Promise.resolve();
  }

  /**
   * The exact edges under these rules.
   * @param {Record<string, any>} rules
   * @returns {Promise<Price>}
   */
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

/**
 * What changes from one price to another, in short sentences.
 * @param {Price} before
 * @param {Price} after
 */
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
