// The dealer's desk. Live, a person deals at a table with a red bar that nothing else has; here they choose the table.

import { LiveDesk } from "../desk/live_desk.js";
import { Practice } from "../desk/practice.js";
import { form, h, the } from "../dom.js";
import { styled } from "../screen.js";
import { dollars } from "../words.js";

/** @import { App } from "../main.js" */

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await styled("felt", "desk");
  const [id = ""] = parts;
  if (app.api.token) await app.refresh();
  if (id === "practice") {
    await app.signIn(); // anybody may practise, also a guest
    const practice = new Practice(app, parts[1] ?? "");
    await practice.begin(root);
    return () => practice.end();
  }
  const staff = app.is("dealer") || app.is("supervisor");
  if (!staff) {
    root.append(h("div", { class: "page" }, h("h1", {}, "Dealer desk"),
      h("p", { class: "quiet lead" }, "Dealers deal here, call and report irregularities; supervisors validate jackpots. An administrator gives these roles."),
      h("div", { class: "row" }, h("a", { class: "button primary", href: "#/desk/practice" }, "Practise dealing"), h("a", { class: "button", href: "#/account" }, app.me?.person.login ? "Your account" : "Sign in"),
        app.is("administrator") && h("a", { class: "button", href: "#/operator" }, "Give roles: People on the floor"))));
    return;
  }
  if (!id) return chooseTable(root, app);
  const table = await app.api.get(`/api/tables/${id}`);
  const deals = table.dealer === app.me.person.id;
  if (!deals && (parts[1] === "deal" || !app.is("supervisor"))) {
    root.append(h("div", { class: "page" }, ...goLive(app, table)));
    return;
  }
  const desk = new LiveDesk(app, table);
  await desk.begin(root);
  return () => desk.end();
}

/** @param {HTMLElement} root @param {App} app */
async function chooseTable(root, app) {
  const tables = await app.api.get("/api/tables");
  const mine = app.me.person.id;
  root.append(h("div", { class: "page" },
    h("h1", {}, "Dealer desk"),
    h("div", { class: "row spread lead-row" }, h("p", { class: "quiet lead" }, "Choose a table. Its players hear it when you go live."), h("a", { class: "button", href: "#/desk/practice" }, "Practise dealing")),
    tables.length
      ? h("div", { class: "desk-tables" }, tables.map((/** @type {any} */ one) => {
          const seated = one.seats.filter((/** @type {any} */ at) => at.seat);
          const plays = one.seats.some((/** @type {any} */ at) => at.person === mine);
          const free = app.is("dealer") && !one.dealer && !plays;
          return h("article", { class: "panel", "data-table": one.id },
            h("div", {}, h("h2", {}, one.name), h("p", { class: "quiet" }, `${one.name === one.title ? "" : `${one.title}, `}${dollars(one.minimum)} to ${dollars(one.maximum)}`)),
            h("p", {}, seated.length ? seated.map((/** @type {any} */ at) => at.name).join(", ") : h("span", { class: "faint" }, "No one sits here yet.")),
            h("div", { class: "row spread" }, h("span", { class: "faint" }, plays ? "You play here." : one.dealer_name ? `${one.dealer_name} deals` : "automatic dealer"),
              h("span", { class: "row" },
                one.dealer !== mine && app.is("supervisor") && h("a", { class: "button", href: `#/desk/${one.id}` }, "Supervise"),
                one.dealer === mine && h("a", { class: "button", href: `#/desk/${one.id}` }, "Back to your table"),
                free && h("a", { class: "button", href: `#/desk/${one.id}/deal` }, "Deal here"))));
        }))
      : h("p", { class: "quiet" }, "No table is open.")));
}

/**
 * Who goes live signs in again, so that nobody deals under another name at a page that was left open.
 * @param {App} app
 * @param {any} table
 */
function goLive(app, table) {
  if (table.dealer) return [h("h1", {}, table.name), h("p", { class: "quiet lead" }, `${table.dealer_name} deals here.`), h("a", { class: "button", href: "#/desk" }, "Other tables")];
  return [
    h("h1", {}, `Deal at ${table.name}`),
    h("p", { class: "quiet lead" }, "This is live: what you do counts for everybody at the table, and the log has your name. Sign in again to go live."),
    h("div", { class: "panel go-live" },
      form("go-live", [["password", `Password of ${app.me.person.login}`, { type: "password", autocomplete: "current-password" }]], "Go live", async (given) => {
        await signInAgain(app, given.password);
        await app.api.post(`/api/tables/${table.id}/dealer`);
        await app.show();
        the("#screen").focus();
      }, "primary")),
  ];
}

/** @param {App} app @param {string} password */
async function signInAgain(app, password) {
  const before = app.api.token;
  await app.api.signIn("login", { login: app.me.person.login, password });
  const now = app.api.token;
  app.connection.close();
  app.api.token = before;
  await app.api.logout();
  app.api.remember(now);
  await app.refresh();
}
