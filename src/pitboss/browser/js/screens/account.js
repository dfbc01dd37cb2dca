// Who you are: sign in, register, password, play money, and how the page looks.

import { form, h, the } from "../dom.js";
import { styled } from "../screen.js";
import { PACES, keep, setting } from "../settings.js";
import { dollars } from "../words.js";

/** @type {[string, string, Record<string, any>]} */
const LOGIN = ["login", "Login", { autocomplete: "username", maxlength: 40, autocapitalize: "none" }];
/** @type {[string, string, Record<string, any>]} */
const PASSWORD = ["password", "Password", { type: "password", autocomplete: "current-password" }];
const NEW = { type: "password", autocomplete: "new-password", minlength: 10 };

/** @type {import("../main.js").Show} */
export async function show(root, _parts, app) {
  await styled("account");
  document.title = "Account · Pitboss";
  if (app.api.token) await app.refresh();

  /** Somebody else is here now: connect anew, and draw everything again. */
  const changed = async () => {
    app.connection.close();
    await app.refresh();
    if (app.connection.tables.size) app.connection.open();
    await app.show();
  };

  const me = app.me;
  const guest = me && !me.person.login;
  root.append(
    h("div", { class: "page" },
      h("h1", {}, me ? me.person.name : "Your account"),
      h("p", { class: "quiet lead" }, whoIs(me)),
      h("div", { class: "cards" },
        me && money(me),
        (!me || guest) && h("section", { class: "panel" }, h("h2", {}, "Sign in"),
          guest && h("p", { class: "quiet" }, "Your guest account and its chips stay behind. Register to keep them."),
          form("login", [LOGIN, PASSWORD], "Sign in", async (given) => {
            await app.api.signIn("login", given);
            await changed();
          }, guest ? "" : "primary")),
        (!me || guest) && h("section", { class: "panel" }, h("h2", {}, "Register"),
          h("p", { class: "quiet" }, guest ? "You keep your chips, your seat and your history." : "You get play money to begin with."),
          form("register",
            [["login", "Login, 3 to 32 letters or digits", { ...LOGIN[2], minlength: 3, maxlength: 32 }], ["password", "Password, 10 characters or more", NEW], ["name", "Name at the table, at most 40 letters", { required: false, maxlength: 40, value: guest ? me.person.name : "" }]],
            "Register", async (given) => {
              await app.api.signIn("register", given);
              app.connection.renew();
              await app.refresh();
              await app.show();
            }, guest ? "primary" : "")),
        me && !guest && h("section", { class: "panel" }, h("h2", {}, "Change your password"),
          h("p", { class: "quiet" }, "Your other sessions end."),
          form("password", [["old", "Old password", PASSWORD[2]], ["new", "New password, 10 characters or more", NEW]], "Change password",
            async (given) => {
              await app.api.post("/api/password", given);
              the("form[name=password] .refused").textContent = "Your password is changed.";
            })),
        look(),
        me && !guest && !app.is("administrator") && h("section", { class: "panel" }, h("h2", {}, "The first administrator"),
          h("p", { class: "quiet" }, "At its first start the house prints a token. Enter it here to become the administrator; it works once."),
          form("administrator", [["token", "Token", { autocomplete: "off", spellcheck: "false" }]], "Become the administrator", async (given) => {
            await app.api.post("/api/administrator", { token: given.token.trim() });
            await changed();
          })),
        me && h("section", { class: "panel" }, h("h2", {}, "Sign out"),
          h("p", { class: "quiet" }, guest
            ? "A guest has no password: once you sign out, nobody can come back to this account. Register first to keep it."
            : "Your seats are released like those of anybody who is away. Your money stays."),
          h("div", { class: "row" }, h("button", { name: "sign-out", onclick: async () => {
            await app.api.logout();
            app.me = null;
            await changed();
          } }, "Sign out"))),
      )),
  );
}

/** @param {any} me */
function whoIs(me) {
  if (!me) return "You are not signed in. You can play as a guest without an account.";
  if (!me.person.login) return "You are a guest.";
  return `Signed in as ${me.person.login}: ${me.person.roles.join(", ")}.`;
}

/** @param {any} me */
function money(me) {
  const chips = me.tables.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.chips, 0);
  /** @type {[string, number][]} */
  const lines = [["Wallet", me.wallet], ["Chips at tables", chips], ["Game account", me.game_account], ["Coupons, at face value", me.coupons]];
  return h("section", { class: "panel" }, h("h2", {}, "Play money"),
    h("dl", { class: "lines" }, lines.map(([name, cents]) => h("div", {}, h("dt", {}, name), h("dd", {}, dollars(cents))))),
    me.tables.length > 0 && h("ul", { class: "seats" }, me.tables.map((/** @type {any} */ one) =>
      h("li", {}, h("a", { href: `#/table/${one.table}` }, `${one.name}${one.seat ? `, seat ${one.seat}` : ""}`)))),
    me.wallet + chips === 0 && h("p", { class: "warn" }, me.take ? `You are out of play money. Take ${dollars(me.take)} in the lobby.` : "You are out of play money. An administrator of the house issues more; a table for practice gives out chips."),
    h("p", {}, h("a", { href: "#/history" }, "Your rounds")));
}

/** How the page looks, kept in this browser. */
function look() {
  /** @param {string} name @param {[string, string][]} choices @param {string} legend */
  const choose = (name, choices, legend) =>
    h("fieldset", {}, h("legend", {}, legend),
      choices.map(([value, words]) =>
        h("label", { class: "choice" },
          h("input", { type: "radio", name, value, checked: setting(name) === value, onchange: () => keep(name, value) }), words)));
  return h("section", { class: "panel" }, h("h2", {}, "How the page looks"),
    choose("theme", [["", "As this device"], ["dark", "Dark"], ["light", "Light"]], "Theme"),
    choose("suits", [["", "Two colours"], ["four", "Four colours"]], "Suits"),
    choose("pace", PACES, "Pace of a table"),
    h("p", { class: "faint" }, "Kept in this browser."));
}
