// The operator's own bar, and who has it.

import { h } from "../dom.js";

/** @typedef {import("../main.js").App} App */

/** Whether somebody may see the floor. @param {App} app */
export const manages = (app) => ["supervisor", "auditor", "administrator"].some((role) => app.is(role));

/**
 * @param {App} app
 * @param {string} what
 */
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
