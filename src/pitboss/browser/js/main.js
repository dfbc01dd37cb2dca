// The frame of the page: top bar, screens and the connection. Each screen is a module that is loaded when it is opened.

import { Api, Problem } from "./api.js";
import { h, hush, s, say, the } from "./dom.js";
import { chip } from "./draw/chips.js";
import { byGame, loadAbout } from "./games.js";
import { Connection } from "./live.js";
import { keepPresses } from "./press.js";
import { preload, unstyled } from "./screen.js";
import { keep } from "./settings.js";
import { keepSpeech } from "./speech.js";
import { dollars, typeset, whyNot } from "./words.js";

/**
 * A screen draws itself into `root` and returns what ends it.
 * @typedef {(root: HTMLElement, parts: string[], app: App) => Promise<(() => void) | void>} Show
 */

/** The places of the top bar, and the words for them. @type {[string, string][]} */
const PLACES = [
  ["play", "Play"],
  ["learn", "Learn"],
  ["drill", "Drill"],
  ["lab", "Lab"],
  ["history", "History"],
  ["statistics", "Statistics"],
  ["desk", "Dealer desk"],
];
/** The bar at the bottom of a phone: four places with their sign, and More for the rest. @type {[string, string][]} */
const TABS = [
  ["play", "M5 4h8v15H5zM13 6l5 1.5-4 13"],
  ["learn", "M12 6c-2-2-5-2-8-1v13c3-1 6-1 8 1 2-2 5-2 8-1V5c-3-1-6-1-8 1zM12 6v13"],
  ["drill", "M12 4.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15M12 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6M12 2v3M12 19v3M2 12h3M19 12h3"],
  ["history", "M5 5v5h5M5.5 10a7.5 7.5 0 1 1-1 4M12 8v5l3.5 2"],
];
const MORE = "M5 12h.01M12 12h.01M19 12h.01";
/** Places that only a house with exact odds has. */
const PRICED = new Set(["drill", "lab", "statistics"]);
const SCREENS = new Set(["play", "table", "learn", "drill", "lab", "history", "statistics", "desk", "operator", "account"]);
const STAFF = ["dealer", "supervisor", "auditor", "administrator"];

/** The screen that the address names, and what follows it there. */
function named() {
  const [name = "play", ...parts] = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  return { screen: SCREENS.has(name) ? name : "play", parts };
}

/** What stands in place of a screen. @param {string} title @param {string} why */
const instead = (title, why) =>
  h("div", { class: "page" }, h("h1", {}, title), h("p", { class: "quiet" }, why), h("p", {}, h("a", { class: "button", href: "#/play" }, "Back to the lobby")));

export class App {
  constructor() {
    this.api = new Api();
    this.connection = new Connection(
      () => this.api.token,
      (state, why) => this.connected(state, why),
    );
    /** @type {any} who this is, and what the house holds for them; null until somebody signs in */
    this.me = null;
    /** @type {any[]} the games of the house */
    this.games = [];
    /** @type {() => void} */
    this.end = () => {};
    this.shown = 0;
    /** @type {() => [number, string] | null} the money that a screen shows in place of the wallet, and its name */
    this.atHand = () => null;
    this.brand = h("a", { class: "brand", href: "#/play" }, h("img", { src: "/icon.svg", alt: "" }), "Pitboss");
    /** @type {Set<(state: string) => void>} hear when the connection is lost or back */
    this.listeners = new Set();
  }

  async start() {
    window.addEventListener("hashchange", () => this.show());
    keepPresses();
    the(".skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address names screens, not places on the page
      the("#screen").focus();
    });
    const { screen, parts } = named();
    const asked = Promise.all([this.api.get("/api/games"), this.api.token ? this.refresh() : null]);
    if (screen === "table" && this.api.token) this.api.ahead(`/api/tables/${parts[0]}`);
    preload(screen, true);
    if (screen === "play") window.addEventListener("load", () => preload("table", false)); // one click is all that is missing
    const [games] = await asked;
    if (screen === "table" && this.me) this.connection.open();
    keepSpeech(games);
    await loadAbout(games);
    this.games = games.sort((/** @type {any} */ one, /** @type {any} */ other) => byGame(one.name, other.name));
    await this.show();
  }

  /** Ask again who this is, and what they have. */
  async refresh() {
    try {
      this.me = await this.api.get("/api/me");
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      this.api.remember("");
      this.me = null;
    }
    this.drawMoney();
  }

  /** Take play money of the house. Returns whether it gave any. @returns {Promise<boolean>} */
  async take() {
    try {
      const { cents } = await this.api.post("/api/take", {});
      say(`You took ${dollars(cents)} of play money.`);
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      say(error.message, true);
      return false;
    } finally {
      await this.refresh();
    }
  }

  /** Make sure that somebody is signed in: a new visitor becomes a guest. */
  async signIn() {
    if (this.me) return;
    this.me = (await this.api.signIn("guest", { name: "" })).me;
    this.drawMoney();
  }

  /** @param {string} role */
  is(role) {
    return Boolean(this.me?.person.roles.includes(role));
  }

  /** @param {string} name */
  game(name) {
    return this.games.find((one) => one.name === name);
  }

  /** Whether the house has exact odds of a game, a coach and a drill. @param {string} name */
  isPriced(name) {
    return Boolean(this.game(name)?.priced);
  }

  /** The games with exact odds. */
  get pricedGames() {
    return this.games.filter((one) => one.priced);
  }

  /** The places that this house has. */
  get places() {
    const here = PLACES.filter(([name]) => this.pricedGames.length || !PRICED.has(name));
    return STAFF.some((role) => this.is(role)) ? [...here, /** @type {[string, string]} */ (["operator", "Floor"])] : here;
  }

  /** @param {string} hash such as "#/table/ID" */
  go(hash) {
    if (location.hash === hash) this.show();
    else location.hash = hash;
  }

  /** Open the screen that the address names. */
  async show() {
    const { screen, parts } = named();
    const mine = ++this.shown;
    const from = document.activeElement?.getAttribute("href");
    this.end();
    this.end = () => {};
    hush();
    const root = h("div", { class: `screen ${screen}` });
    the("#screen").replaceChildren(root);
    unstyled();
    this.drawBar(screen);
    document.title = `${PLACES.find(([one]) => one === screen)?.[1] ?? "Pitboss"} · Pitboss`;
    if (PRICED.has(screen) && !this.pricedGames.length) return root.append(instead("Not at this house", "This house has no exact odds, so it has no coach, no drill, no Lab and no statistics."));
    try {
      const module = await import(`./screens/${screen}.js`);
      /** @type {Show} */
      const show = module.show;
      const end = await show(root, parts, this);
      if (mine === this.shown) {
        this.end = end || (() => {});
        if (mine > 1) this.moveFocus(root, from);
        if (screen === "play") preload("table", false);
      } else end?.();
    } catch (error) {
      if (mine === this.shown) this.explain(root, error);
    }
  }

  /**
   * The link that opened a screen is gone with the screen before. Focus goes to the same link if it is there again, else
   * to the page, unless the screen has taken it.
   * @param {HTMLElement} root
   * @param {string | null | undefined} from
   */
  moveFocus(root, from) {
    if (document.activeElement && document.activeElement !== document.body) return;
    const again = from ? [...root.querySelectorAll("a")].find((one) => one.getAttribute("href") === from) : null;
    (again || the("#screen")).focus({ preventScroll: true });
  }

  /** @param {HTMLElement} root @param {unknown} error */
  explain(root, error) {
    root.replaceChildren(instead("That did not go through.", whyNot(error)));
    if (!(error instanceof Problem)) throw error;
  }

  // --- the bar

  /** @param {string} screen @param {Node[]} [where] what a screen shows instead of the places */
  drawBar(screen, where) {
    const places = this.places.map(([name, words]) =>
      h("a", { href: `#/${name}`, "aria-current": name === screen ? "page" : null }, words),
    );
    the("#bar").replaceChildren(
      this.brand,
      where ? h("a", { class: "back", href: "#/play", "aria-label": "Back to the lobby" }, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M15 5l-7 7 7 7" }))) : "",
      where ? h("div", { class: "where" }, ...where) : h("nav", { "aria-label": "Places" }, places),
      h("div", { class: "end" },
        h("span", { class: "money", id: "money" }),
        h("button", { class: "icon", "aria-label": "Light or dark", title: "Light or dark", onclick: () => this.turnTheme() }, "◐"),
        h("a", { class: "button icon face", href: "#/account", "aria-label": "Your account", title: "Your account" }, this.face())),
    );
    document.querySelector(".tabs")?.remove();
    if (!where) document.body.append(this.tabs(screen));
    this.drawMoney();
  }

  /** The bar at the bottom, which a phone shows in place of the places above. @param {string} screen */
  tabs(screen) {
    const sign = (/** @type {string} */ path) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
    const link = (/** @type {string} */ name, /** @type {string} */ words, /** @type {Node | null} */ icon) =>
      h("a", { href: `#/${name}`, "aria-current": name === screen ? "page" : null }, icon, words);
    const words = new Map(this.places);
    const rest = this.places.filter(([name]) => !TABS.some(([one]) => one === name));
    rest.push(["account", "Your account"]);
    return h("nav", { class: "tabs", "aria-label": "Places" },
      TABS.filter(([name]) => words.has(name)).map(([name, path]) => link(name, words.get(name) ?? name, sign(path))),
      h("details", {}, h("summary", {}, sign(MORE), "More"), h("div", { class: "more" }, rest.map(([name, one]) => link(name, one, null)))));
  }

  /** The first letter of a person, or the outline of one who has not signed in. */
  face() {
    if (this.me) return this.me.person.name.slice(0, 1).toUpperCase();
    return s("svg", { width: 20, height: 20, viewBox: "0 0 20 20", fill: "currentColor", "aria-hidden": "true" }, s("circle", { cx: 10, cy: 6, r: 4 }), s("path", { d: "M2 18a8 7 0 0 1 16 0z" }));
  }

  /** Show the chips of those who sit at a table, and the wallet elsewhere. */
  drawMoney() {
    const [cents, name] = this.atHand() ?? [this.me?.wallet, "play money"];
    const money = document.querySelector("#money");
    const mark = () => s("svg", { width: 20, height: 20, viewBox: "-10.5 -10.5 21 21", "aria-hidden": "true" }, chip(2500, 10));
    if (money) money.replaceChildren(...(this.me ? [mark(), dollars(cents), h("small", {}, name)] : []));
  }

  turnTheme() {
    const root = document.documentElement;
    const light = root.dataset.theme ? root.dataset.theme === "light" : window.matchMedia("(prefers-color-scheme: light)").matches;
    keep("theme", light ? "dark" : "light");
  }

  // --- the connection

  get atTable() {
    return location.hash.startsWith("#/table/");
  }

  /** @param {"on" | "off" | "ended"} state @param {string} why */
  connected(state, why) {
    const notice = the("#notice");
    if (state === "on") {
      if (notice.textContent) {
        const back = this.atTable ? "Back at the table." : "Connected again.";
        notice.className = "good";
        notice.textContent = back;
        window.setTimeout(() => notice.textContent === back && (notice.textContent = ""), 2000);
      }
    } else if (state === "off") {
      notice.className = "";
      const lost = this.atTable ? "Connection lost. Your bets are safe." : "Connection lost.";
      notice.textContent = `${lost} Trying again …`;
      say(lost, true);
    } else {
      notice.className = "";
      notice.textContent = typeset(why);
      this.api.remember("");
      this.me = null;
    }
    for (const hear of this.listeners) hear(state);
  }
}

if (document.querySelector("#screen")) {
  const app = new App();
  Object.assign(window, { pitboss: app }); // for tests and the curious
  app.start();
}
