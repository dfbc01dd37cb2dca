// What pages of the floor share: who sees them, their bar, and how they stay true: they ask the house again every few seconds.

import { Problem } from "../api.js";
import { h } from "../dom.js";

/** @import { App } from "../main.js" */

/** Whether somebody may see the floor. @param {App} app */
export const manages = (app) => ["supervisor", "auditor", "administrator"].some((role) => app.is(role));

/** @param {App} app @param {string} what */
export function drawBar(app, what) {
  /** @type {[string, string, string][]} */
  const places = [["", "#/operator", "Floor"], ["hold", "#/operator/hold", "Hold"], ["meters", "#/operator/meters", "Meters"], ["rules", "#/operator/rules", "Rules"], ["audit", "#/operator/audit", "Audit"]];
  if (app.is("auditor") || app.is("administrator")) places.push(["people", "#/operator/people", "People"]);
  places.push(["desk", "#/desk", "Dealer desk"]);
  app.drawBar("operator", [
    h("b", {}, "Operator"),
    h("nav", { "aria-label": "Floor" }, places.map(([name, href, words]) => h("a", { href, "aria-current": name === what ? "page" : null }, words))),
  ]);
}

const LOOK_MS = 3000;

/**
 * Asks the house anew, by `look`, and then again and again until `end`.
 * @param {(here: () => boolean) => Promise<void>} ask asks the house and draws, if the page is still here
 */
export function keepLooking(ask) {
  let ended = false;
  let timer = 0;
  const look = async () => {
    window.clearTimeout(timer);
    await ask(() => !ended);
    if (!ended) timer = window.setTimeout(again, LOOK_MS);
  };
  const again = () => look().catch((error) => {
    if (!ended) timer = window.setTimeout(again, LOOK_MS); // the house may be away for a while
    if (!(error instanceof Problem)) throw error;
  });
  const end = () => {
    ended = true;
    window.clearTimeout(timer);
  };
  return { look, end };
}
