// The people of the house: who they are, which roles they have, and play money that an administrator issues.

import { h, trying } from "../dom.js";
import { dollars, sentence } from "../words.js";

/** @import { App } from "../main.js" */

const ROLES = ["player", "dealer", "supervisor", "auditor", "administrator"];

/** @param {HTMLElement} root @param {App} app */
export async function drawPeople(root, app) {
  const rules = app.is("administrator");
  const list = h("tbody", {});
  const told = h("p", { class: "status", role: "status" });
  /** @param {() => Promise<unknown>} work */
  const doing = (work) => {
    told.textContent = "";
    return trying(told, work);
  };
  const find = async () => {
    const name = /** @type {HTMLInputElement} */ (search.elements.namedItem("name")).value;
    const role = /** @type {HTMLSelectElement} */ (search.elements.namedItem("role")).value;
    const found = await app.api.get(`/api/people?most=50&name=${encodeURIComponent(name)}&role=${encodeURIComponent(role)}`);
    list.replaceChildren(...found.people.map((/** @type {any} */ one) => person(one)));
    if (!found.people.length) told.textContent = "Nobody is called so.";
  };
  const search = h("form", { class: "row search", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    doing(find);
  } },
    h("label", {}, "Name or login", h("input", { name: "name", maxlength: 40 })),
    h("label", {}, "Role", h("select", { name: "role" }, h("option", { value: "" }, "any"), ROLES.map((role) => h("option", {}, role)))),
    h("button", {}, "Find"));

  /** @param {any} one */
  const person = (one) =>
    h("tr", { "data-person": one.id },
      h("td", {}, h("b", {}, one.name), h("small", {}, one.login || "guest", one.disabled_at ? ", disabled" : "")),
      ROLES.map((role) => h("td", {}, h("input", { type: "checkbox", checked: one.roles.includes(role), disabled: !rules || !one.login, "aria-label": `${one.name}: ${role}`,
        onchange: (/** @type {Event} */ event) => {
          const box = /** @type {HTMLInputElement} */ (event.target);
          doing(async () => {
            try {
              const said = await app.api.post(`/api/people/${one.id}/roles`, { [box.checked ? "grant" : "withdraw"]: [role] });
              told.textContent = `${one.name} is now ${said.person.roles.join(", ")}.`;
            } catch (error) {
              box.checked = !box.checked;
              throw error;
            }
          });
        } }))),
      h("td", { class: "links" }, rules && h("button", { class: "small", onclick: () => doing(async () => {
        await app.api.post(`/api/people/${one.id}/issue`, { cents: 100000, key: crypto.getRandomValues(new Uint32Array(2)).join("-") });
        told.textContent = `${one.name} got ${dollars(100000)} of play money. The staff journal says so.`;
      }) }, "Issue $1,000"),
        rules && h("button", { class: "small", onclick: () => doing(async () => {
          await app.api.post(`/api/people/${one.id}/${one.disabled_at ? "enable" : "disable"}`);
          await find();
        }) }, one.disabled_at ? "Enable" : "Disable")));

  root.append(
    h("div", { class: "page" },
      h("div", { class: "head" }, h("h1", {}, "People"), h("p", { class: "quiet" }, rules ? "A role is in force at once, and the staff journal keeps who gave it." : "An administrator gives roles.")),
      h("div", { class: "panel" }, search, told,
        h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "People" }, h("table", { class: "people" },
          h("thead", {}, h("tr", {}, h("th", {}, "Name"), ROLES.map((role) => h("th", {}, sentence(role))), h("th", {}, h("span", { class: "unseen" }, "Deeds")))), list)))),
  );
  await find();
}
