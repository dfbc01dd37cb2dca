// History: every round you played, step by step, with its clauses and its proof.

import { Problem } from "../api.js";
import { h, say } from "../dom.js";
import { Felt } from "../felt/felt.js";
import { placesOf } from "../felt/usual.js";
import { drawBar, manages } from "../floor/page.js";
import { eventsOf, netOf } from "../layout.js";
import { Replay } from "../replay.js";
import { styled } from "../screen.js";
import { SealsPanel, mark } from "../seals.js";
import { smallTable } from "../small.js";
import { speechOf } from "../speech.js";
import { drawReview, drillThese, isMistake } from "../table/coach.js";
import { clauseName, sentence, signed, typeset } from "../words.js";

/** @import { Event, Layout } from "../layout.js" */
/** @import { App } from "../main.js" */

const STEP = 700; // milliseconds between two steps that play by themselves
const SPEEDS = [1, 2, 4];
const CALL = 2; // steps for which a call of the dealer is shown
const FAR = 80; // rounds that are searched for the seals of a stack that lasts

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await Promise.all([styled("history", "small"), app.signIn()]);
  const [table, number, step] = parts;
  const named = table ? await load(app, table, Number(number)) : null;
  if (named && manages(app) && !seatIn(named, app)) return showToStaff(root, named, step, app);
  const rounds = await readRounds(app, memory.count);
  const side = drawList(rounds, table, Number(number), app);
  root.append(side);
  side.scrollTop = memory.scroll;
  if (!rounds.rounds.length && !table) {
    root.append(nothing());
    return () => {};
  }
  root.classList.toggle("one", Boolean(table));
  const loaded = named ?? await load(app, rounds.rounds[0].table, rounds.rounds[0].round);
  const screen = await open(root, app, loaded, step, Boolean(table));
  const seen = { here: true };
  checkListed(app, rounds.rounds, seen);
  return () => {
    seen.here = false;
    memory.scroll = side.scrollTop;
    screen.end();
  };
}

/**
 * Somebody's round, as the people who manage the floor see it: without rounds of their own.
 * @param {HTMLElement} root
 * @param {Loaded} loaded
 * @param {string | undefined} step
 * @param {App} app
 */
async function showToStaff(root, loaded, step, app) {
  root.classList.add("one", "staff");
  drawBar(app, "table");
  document.title = `Round ${loaded.round.round} · ${loaded.table?.name ?? "Floor"} · Pitboss`;
  const screen = await open(root, app, loaded, step, true);
  return () => screen.end();
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {Loaded} loaded
 * @param {string | undefined} step
 * @param {boolean} addressed whether the address names the round
 */
async function open(root, app, loaded, step, addressed) {
  const stage = h("section", { class: "stage", "aria-label": "The round" });
  const rail = h("aside", { class: "rail", "aria-label": "Why, and proof" });
  root.append(stage, rail);
  const screen = new RoundScreen(app, stage, rail, loaded, root.classList.contains("staff"));
  screen.addressed = addressed;
  await screen.draw();
  const first = step === undefined ? (addressed ? 0 : screen.replay.telling(screen.seat)) : Number(step) - 1;
  screen.go(Number.isInteger(first) ? first : 0);
  document.addEventListener("keydown", screen.key);
  return screen;
}

/** The seat that somebody had in a round; 0 for none. @param {Loaded} loaded @param {App} app */
const seatIn = (loaded, app) => new Replay(loaded.round, loaded.sentences).seatOf(app.me.person.id);

const nothing = () =>
  h("section", { class: "stage empty" }, h("p", { class: "serif" }, "Your rounds will be kept here, each with its proof."),
    h("p", {}, h("a", { class: "button primary", href: "#/play" }, "Play a round")));

// --- one round

/**
 * @typedef {object} Loaded
 * @property {any} round an answer of /api/tables/ID/rounds/N
 * @property {string[][]} sentences
 * @property {any} words what the clauses and rulings say, if the house tells
 * @property {any} table the table, if it is open
 */

/**
 * @param {App} app
 * @param {string} table
 * @param {number} number
 * @returns {Promise<Loaded>}
 */
async function load(app, table, number) {
  const at = `/api/tables/${encodeURIComponent(table)}`;
  const path = `${at}/rounds/${number}`;
  const [round, told, open] = await Promise.all([app.api.get(path), app.api.get(`${path}/story`), optional(app, at)]);
  return { round, sentences: told.sentences, words: await optional(app, `/api/games/${round.game}/clauses`), table: open };
}

class RoundScreen {
  /**
   * @param {App} app
   * @param {HTMLElement} stage
   * @param {HTMLElement} rail
   * @param {Loaded} loaded
   * @param {boolean} staff whether it is shown to somebody who manages the floor
   */
  constructor(app, stage, rail, loaded, staff) {
    this.app = app;
    this.staff = staff;
    this.stage = stage;
    this.rail = rail;
    this.words = loaded.words;
    this.table = loaded.table;
    this.replay = new Replay(loaded.round, loaded.sentences);
    this.me = app.me.person.id;
    this.seat = this.replay.seatOf(this.me);
    this.seals = new SealsPanel(loaded.round, this.seat);
    if (!this.seals.seals.length) this.seals.offer("Look for the seals of this stack", () => this.findSeals());
    /** @type {any} the felt, where there is one */
    this.felt = null;
    this.timer = 0;
    this.addressed = false; // whether the address names the step
    this.key = this.key.bind(this);
    this.picture = h("div", { class: "picture" });
    this.range = h("input", { type: "range", min: 0, max: this.replay.last, value: 0, "aria-label": "Step",
      oninput: () => this.move(Number(this.range.value)) });
    this.where = h("b", {});
    this.told = h("div", { class: "quiet", "aria-live": "polite" });
    this.track = h("div", { class: "track", "aria-hidden": "true" }, this.replay.parts().map((part) =>
      h("div", { class: `part ${part.name}`, style: { "flex-grow": part.steps } }, h("div", { class: "bar" }, h("i", {})), h("span", {}, part.name))));
    this.follows = h("section", { class: "follows", "aria-label": "This step follows" });
    this.judged = h("section", { class: "judged", "aria-label": "How you played", hidden: true });
    this.player = this.button("Play", "play", () => this.toggle(), "primary");
    this.blob = URL.createObjectURL(new Blob([JSON.stringify(loaded.round, null, 1)], { type: "application/json" }));
  }

  /** @param {string} name @param {string} mark @param {() => void} act */
  button(name, mark, act, kind = "") {
    return h("button", { class: `move ${kind}`, "aria-label": name, title: name, onclick: act },
      h("span", { class: `icon-${mark}`, "aria-hidden": "true" }));
  }

  async draw() {
    const { replay } = this;
    const { round } = replay;
    const right = this.seals.good;
    if (right !== null) noteChecked(round.table, round.round, right);
    await this.makeFelt();
    const speed = h("button", { class: "plain speed", onclick: () => {
      memory.speed = SPEEDS[(SPEEDS.indexOf(memory.speed) + 1) % SPEEDS.length];
      speed.textContent = `Speed ${memory.speed}×`;
    } }, `Speed ${memory.speed}×`);
    this.stage.replaceChildren(
      this.staff
        ? h("div", { class: "staff-head" }, h("a", { href: this.table ? `#/operator/table/${round.table}` : "#/operator" }, `‹ ${this.table?.name ?? "The floor"}`), h("h1", {}, `Round ${round.round}`))
        : h("a", { class: "back", href: "#/history", onclick: () => memory.scroll = 0 }, "‹ Your rounds"),
      this.picture,
      h("div", { class: "replay" },
        h("div", { class: "row controls" },
          this.button("First step", "first", () => this.move(0)), this.button("Step back", "back", () => this.move(replay.step - 1)), this.player,
          this.button("Step on", "on", () => this.move(replay.step + 1)), this.button("Last step", "last", () => this.move(replay.last)),
          h("div", { class: "step" }, this.where, this.told), speed),
        h("div", { class: "slide" }, this.track, this.range)));
    this.rail.replaceChildren(this.follows, this.judged, this.seals.element,
      h("div", { class: "row links" },
        this.staff ? "" : h("a", { href: this.blob, download: `seat-log-${round.table}-${round.round}.json` }, "Download the log of your seat"),
        h("button", { class: "plain link", onclick: () => this.share() }, "Share")),
      this.staff ? "" : h("details", {}, h("summary", {}, "Check it yourself"),
        h("p", { class: "quiet" }, "Each sealed value is BLAKE2s of a salt and the card’s two letters. The log of your seat has all of them, the salts of every card that you saw, and the head of the table’s chain with the house’s Ed25519 signature. ",
          h("code", {}, "pitboss replay"), " checks such a file, and so does examples/check_log.py, which shares no code with us. “The log of a seat” in docs/log.md says how.")));
    await this.seals.check();
    if (round.over && this.seat && this.app.isPriced(round.game)) this.judge(); // the coach may take a while
  }

  /** What the coach says of the round, once it is found. A busy coach says nothing here. */
  async judge() {
    const { round } = this.replay;
    const review = await optional(this.app, `/api/tables/${encodeURIComponent(round.table)}/rounds/${round.round}/review`);
    if (!review?.decisions.length) return;
    const wrong = review.decisions.filter(isMistake).map((/** @type {any} */ one) => ({ table: round.table, round: round.round, number: one.number }));
    this.judged.hidden = false;
    this.judged.replaceChildren(h("h2", { class: "caption" }, "How you played"),
      drawReview(speechOf(round.game), review, drillThese(this.app, round.game, wrong, `${round.table}:${round.round}`)));
  }

  /** The seals of a stack that lasts are in an earlier round, and its salts in a later one. */
  async findSeals() {
    const { round } = this.replay;
    const at = `/api/tables/${encodeURIComponent(round.table)}/rounds/`;
    /** @type {Event[]} */
    let found = this.replay.events;
    const sealed = () => found.findLastIndex((event) => event.type === "committed");
    for (let number = round.round - 1; number > 0 && number > round.round - FAR && sealed() < 0; number--)
      found = [...(await this.app.api.get(at + number)).updates.flatMap(eventsOf), ...found];
    found = found.slice(Math.max(0, sealed()));
    for (let number = round.round + 1; number < round.round + FAR && !found.some((event) => event.type === "opened"); number++) {
      const next = await optional(this.app, at + number);
      if (!next) break;
      found = [...found, ...next.updates.flatMap(eventsOf)];
    }
    const opened = found.findIndex((event) => event.type === "opened");
    const panel = new SealsPanel({ ...round, updates: [{ events: opened < 0 ? found : found.slice(0, opened + 1) }] }, this.seat, this.replay.events);
    this.seals.element.replaceWith(panel.element);
    this.seals = panel;
    await panel.check();
  }

  /** The felt of the game. If the house has the game no longer, the table is drawn small. */
  async makeFelt() {
    const { game } = this.replay.round;
    const about = this.app.game(game);
    if (!about) return;
    const [places] = await Promise.all([placesOf(about), styled("felt")]);
    this.felt = new Felt(game, places);
    this.picture.replaceChildren(this.felt.element);
    this.picture.classList.add("felted");
  }

  // --- steps

  /** @param {number} step */
  move(step) {
    this.stop();
    this.addressed = true;
    this.go(step, step === this.replay.step + 1);
  }

  /** @param {number} step @param {boolean} moving whether the felt shows how things move */
  go(step, moving = false) {
    const { replay } = this;
    replay.go(step);
    const { event } = replay;
    this.drawTable(moving);
    this.range.value = String(replay.step);
    this.range.setAttribute("aria-valuetext", `Step ${replay.step + 1} of ${replay.last + 1}: ${replay.sentence}`);
    this.where.textContent = `Step ${replay.step + 1} of ${replay.last + 1}`;
    this.told.textContent = typeset(replay.sentence);
    this.drawTrack();
    this.drawWhy(event);
    this.seals.follow(event);
    if (this.addressed) history.replaceState(null, "", `#/history/${replay.round.table}/${replay.round.round}/${replay.step + 1}`);
  }

  /** @param {boolean} moving */
  drawTable(moving) {
    const { replay } = this;
    const layout = replay.layout();
    if (!this.felt) {
      this.picture.replaceChildren(smallTable(replay.round.game, layout, this.seat));
      return;
    }
    if (!replay.events.slice(Math.max(0, replay.step - CALL), replay.step + 1).includes(/** @type {any} */ (layout.call))) layout.call = null;
    const scene = this.scene(layout);
    this.felt.finish();
    if (moving) this.felt.play([replay.event], scene);
    else this.felt.draw(scene);
  }

  /** @param {Layout} layout */
  scene(layout) {
    const people = new Map([...layout.seats].map(([seat, id]) => [seat, { id, name: id === this.me ? "You" : layout.called(id), ...this.standing(layout, seat) }]));
    const metered = this.replay.events.slice(0, this.replay.step + 1).reverse().find((event) => event.type === "metered");
    return {
      layout, seat: this.seat, positions: this.table?.positions || Math.max(1, ...layout.seats.keys()), people, areas: new Map(),
      meter: metered ? metered.amount : null, clock: null, now: () => Date.now(), hand: 1,
    };
  }

  /** @param {Layout} layout @param {number} seat */
  standing(layout, seat) {
    const hands = [...layout.hands].filter(([key]) => key.startsWith(`seat ${seat}/`)).map(([, hand]) => hand);
    const over = layout.settled.filter((one) => one.seat === seat);
    const net = netOf(over);
    if (layout.void || (hands.length && hands.every((hand) => hand.void))) return { state: "void", note: "void" };
    if (over.length && !layout.stakesOf(seat).length)
      return { state: net > 0 ? "won" : net < 0 ? "lost" : "push", note: net ? signed(net) : "push" };
    if (hands.length && hands.every((hand) => hand.folded)) return { state: "folded", note: "folded" };
    return { state: "", note: "" };
  }

  drawTrack() {
    let left = this.replay.step + 1;
    const parts = this.replay.parts();
    parts.forEach((part, at) => {
      const done = Math.max(0, Math.min(part.steps, left));
      left -= part.steps;
      const bar = /** @type {HTMLElement | null} */ (this.track.children[at].querySelector("i"));
      if (bar) bar.style.width = `${(100 * done) / part.steps}%`;
    });
  }

  /** @param {Event} event */
  drawWhy(event) {
    const clauses = this.words?.clauses || {};
    const also = [...new Set(event.also || [])].filter((one) => one && one !== event.clause);
    const ruling = event.ruling && this.words?.rulings?.[event.ruling];
    this.follows.replaceChildren(
      h("div", { class: "row spread" }, h("span", { class: "caption" }, "This step follows"), h("span", { class: "clause" }, clauseName(event.clause))),
      ...(clauses[event.clause] ? [h("blockquote", {}, sentence(clauses[event.clause]))] : []),
      h("p", {}, this.replay.sentence || ""),
      also.length || event.ruling
        ? h("div", { class: "row tags" },
            also.map((one) => h("span", { class: "tag clause", title: clauses[one] || "", "aria-label": clauses[one] ? `${clauseName(one)}: ${clauses[one]}` : clauseName(one) }, clauseName(one))),
            event.ruling ? h("span", { class: "tag ruling", title: ruling || "" }, "our reading") : null)
        : "",
      ruling ? h("p", { class: "quiet ruling-words" }, ruling) : "",
    );
  }

  // --- playing by itself

  toggle() {
    if (this.timer) this.stop();
    else {
      const { replay } = this;
      if (replay.step === replay.last) this.go(0);
      this.schedule();
      this.player.setAttribute("aria-label", "Pause");
      this.player.firstElementChild?.setAttribute("class", "icon-pause");
    }
  }

  schedule() {
    this.timer = window.setTimeout(() => {
      const { replay } = this;
      this.go(replay.step + 1, true);
      if (replay.step === replay.last) this.stop();
      else this.schedule();
    }, STEP / memory.speed);
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.player.setAttribute("aria-label", "Play");
    this.player.firstElementChild?.setAttribute("class", "icon-play");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || at?.closest("input, select, textarea, dialog")) return;
    const { replay } = this;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.move(replay.step - 1), ArrowRight: () => this.move(replay.step + 1), Home: () => this.move(0),
      End: () => this.move(replay.last), " ": () => this.toggle(),
    };
    if (event.key === " " && at?.closest("button, summary")) return; // it presses what has the focus
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  async share() {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
    this.rail.querySelector(".link")?.replaceChildren("Link copied");
  }

  end() {
    document.removeEventListener("keydown", this.key);
    this.stop();
    this.felt?.end();
    URL.revokeObjectURL(this.blob);
  }
}

// --- the list of rounds, each with its mark once its seals were checked

const MOST = 200; // rounds of one answer of the house
const PAGE = 50; // rounds that are read at once
const LISTED = 20; // rounds of the list that are checked without being opened

/** What this screen remembers while the page is open: the filter, how far the list is read, and which rounds were right. */
const memory = { game: "", count: PAGE, scroll: 0, speed: 1, checked: /** @type {Map<string, boolean>} */ (new Map()) };

/**
 * The newest rounds, or those that follow a place, page by page.
 * @param {App} app
 * @param {number} count
 * @param {string} after
 * @returns {Promise<{rounds: any[], next: string}>}
 */
async function readRounds(app, count, after = "") {
  /** @type {any[]} */
  const rounds = [];
  do {
    const most = Math.min(MOST, count - rounds.length);
    const page = await app.api.get(`/api/rounds?most=${most}&game=${memory.game}&after=${encodeURIComponent(after)}`);
    rounds.push(...page.rounds);
    after = page.next;
  } while (after && rounds.length < count);
  return { rounds, next: after };
}

/**
 * @param {{rounds: any[], next: string}} page
 * @param {string | undefined} table
 * @param {number} number
 * @param {App} app
 */
function drawList(page, table, number, app) {
  const chosen = (/** @type {any} */ one, /** @type {number} */ at) => (table ? one.table === table && one.round === number : at === 0);
  const choose = h("select", { "aria-label": "Game" },
    h("option", { value: "" }, "All games"), app.games.map((game) => h("option", { value: game.name }, game.title)));
  choose.value = memory.game;
  choose.addEventListener("change", () => {
    memory.game = choose.value;
    memory.count = PAGE;
    app.go("#/history");
  });
  const more = h("button", { class: "more", onclick: async () => {
    more.disabled = true;
    const older = await readRounds(app, PAGE, page.next);
    page.next = older.next;
    memory.count += older.rounds.length;
    more.before(...older.rounds.map((one) => listed(one, false)));
    more.disabled = false;
    if (!page.next) more.remove();
  } }, "Older rounds");
  /** @param {any} one @param {boolean} current */
  const listed = (one, current) => {
    const tested = memory.checked.get(`${one.table}/${one.round}`);
    return h("a", { class: "round", href: `#/history/${one.table}/${one.round}`, "aria-current": current ? "true" : null,
      "data-round": `${one.table}/${one.round}` },
      h("b", {}, `Round ${one.round}`),
      h("b", { class: one.over ? (one.net > 0 ? "won" : one.net < 0 ? "lost" : "quiet") : "brass" }, one.over ? signed(one.net) : "in play"),
      h("span", { class: "quiet" }, `${title(app, one.game)}, ${when(one.at)}`),
      h("span", { class: "tested" }, tested === undefined ? null : mark(tested ? "good" : "bad")));
  };
  return h("nav", { class: "rounds", "aria-label": "Your rounds" },
    h("div", { class: "rounds-head" }, h("h1", {}, "Your rounds"), choose),
    page.rounds.length ? null : h("p", { class: "quiet none" }, memory.game ? "No round of this game yet." : "No round yet."),
    page.rounds.map((one, at) => listed(one, chosen(one, at))), page.next ? more : null);
}

/** @param {App} app @param {string} game */
const title = (app, game) => app.game(game)?.title || game;

/** @param {number} at */
function when(at) {
  const time = new Date(at);
  const clock = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return time.toDateString() === new Date().toDateString() ? clock : `${time.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${clock}`;
}

/**
 * Check the seals of the rounds in the list, one after another, and mark them.
 * @param {App} app
 * @param {any[]} rounds
 * @param {{here: boolean}} seen whether the list is still shown
 */
async function checkListed(app, rounds, seen) {
  for (const { table, round, over } of rounds.slice(0, LISTED)) {
    if (!over || memory.checked.has(`${table}/${round}`)) continue;
    const found = await optional(app, `/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
    if (!seen.here) return;
    const right = found && new SealsPanel(found, 0).good;
    if (right !== null) noteChecked(table, round, right);
  }
}

/** @param {string} table @param {number} round @param {boolean} right */
function noteChecked(table, round, right) {
  memory.checked.set(`${table}/${round}`, right);
  document.querySelector(`[data-round="${table}/${round}"] .tested`)?.replaceChildren(mark(right ? "good" : "bad"));
}

/** An answer that this screen can do without. @param {App} app @param {string} path */
export async function optional(app, path) {
  try {
    return await app.api.get(path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null; // the table has closed, or the house has no words for its clauses
  }
}
