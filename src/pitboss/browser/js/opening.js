// Opening a private table. Somebody who has as many as the house allows gives up one that they have left.

import { Problem } from "./api.js";

/** @typedef {import("./main.js").App} App */

/**
 * @param {App} app
 * @param {Record<string, unknown>} body as the house takes it
 */
export async function openTable(app, body) {
  try {
    return await app.api.post("/api/tables", body);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409 || !(await makeRoom(app))) throw error;
    return app.api.post("/api/tables", body);
  }
}

/**
 * Close the oldest of one's own private tables at which nobody else sits and no bet lies. Its chips go back to the wallet.
 * @param {App} app
 */
async function makeRoom(app) {
  const [tables] = await Promise.all([app.api.get("/api/tables"), app.refresh()]);
  const betting = new Set(app.me.tables.filter((/** @type {any} */ one) => one.staked).map((/** @type {any} */ one) => one.table));
  const left = tables.filter((/** @type {any} */ one) =>
    one.private && one.state === "open" && !betting.has(one.id) && one.seats.every((/** @type {any} */ seat) => seat.person === app.me.person.id));
  const [first] = left.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.playing) - Number(b.playing));
  if (!first) return false;
  try {
    await app.api.post(`/api/tables/${first.id}/close`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false; // it is another's
  }
  return true;
}
