// Learn: a game in a few sentences, one hand step by step, what to do, and what it costs.

import { Problem } from "../api.js";
import { drawChart, drawLetters, isLetters } from "../chart.js";
import { CROSS } from "../cross.js";
import { h, underWay } from "../dom.js";
import { countedOver, drawEdges, percent, wholeHand } from "../edges.js";
import { YourEvening } from "../evening/yours.js";
import { aboutOf, cardOf } from "../games.js";
import { layoutOf, netOf } from "../layout.js";
import { styled } from "../screen.js";
import { smallTable } from "../small.js";
import { speechOf } from "../speech.js";
import { placeName } from "../table/telling.js";
import { SIGNS, dollars, inWords, list, printed, sentence } from "../words.js";

/** @import { Event, Layout } from "../layout.js" */
/** @import { App } from "../main.js" */
/** @import { Speech } from "../speech.js" */

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await Promise.all([styled("learn", "chart", "small", "evening"), app.signIn()]);
  const game = app.game(parts[0]) || app.games[0];
  const about = aboutOf(game.name);
  const table = await publicTable(app, game.name);
  const hand = h("section", { class: "panel hand" }, h("h2", {}, "Your first hand"));
  const { priced } = game;
  const speech = speechOf(game.name);
  const todo = h("section", { class: "panel todo" }, h("h2", {}, "What to do"), priced ? waiting("Counting every deal …") : null);
  const cost = h("section", { class: "panel cost" }, h("h2", {}, "Edge of each wager"), waiting("Counting every deal …"));
  const pays = h("section", { class: "panel pays" });
  const exact = h("p", { class: "faint exact" });
  const carry = h("select", { "aria-label": "Carry the chart", disabled: true, onchange: () => take() },
    h("option", { value: "" }, "Carry the chart"), h("option", { value: "print" }, "print it"), h("option", { value: "svg" }, "as a drawing (SVG)"), h("option", { value: "png" }, "as a picture (PNG)"));
  const rules = table ? { rules: table.rules } : {};
  const evening = priced ? new YourEvening(app, { ...game, ...(table ? { minimum: table.minimum, maximum: table.maximum } : {}) }, rules) : null;
  const first = parts[1] === "evening"; // whoever came for the evening sees it first
  const play = h("button", { class: "primary", disabled: true }, "Play this hand", h("kbd", {}, "Enter"));
  root.append(h("div", { class: "page" },
    h("div", { class: "learn-head" }, h("h1", {}, game.title), tabs(app.games, game.name)),
    first ? evening?.element : null,
    h("div", { class: "learn-grid" },
      h("div", { class: "column" },
        about?.sentences.length ? h("section", { class: "panel" }, h("h2", {}, `The game in ${inWords(about.sentences.length)} sentences`),
          h("ol", { class: "sentences" }, about.sentences.map((one) => h("li", {}, one)))) : null,
        priced ? hand : null),
      h("div", { class: "column" }, todo, priced ? null : hand), h("div", { class: "column" }, priced ? cost : null, pays)),
    first ? null : evening?.element,
    h("div", { class: "learn-foot" }, exact,
      h("div", { class: "row" },
        priced ? [carry, h("a", { class: "button", href: `#/lab/${game.name}` }, "Change the rules"), h("a", { class: "button", href: `#/drill/${game.name}` }, "Drill these")] : null,
        play))));

  evening?.start();
  const left = new AbortController();
  const counted = (/** @type {string} */ what) => app.api.post(`/api/games/${game.name}/${what}`, rules, left.signal);
  if (priced) tell(cost, left.signal, async () => {
    const found = await counted("odds");
    drawCost(cost, speech, found);
    drawPays(pays, speech, found.pays, Boolean(table));
    exact.replaceChildren(`Exact, over ${countedOver(about, found.odds.combinations)}. Play money only. `,
      game.docs ? h("a", { href: game.docs }, "Every clause and figure") : "");
  });
  const take = async () => {
    const form = carry.value;
    carry.value = "";
    if (form === "print") return window.print();
    try {
      await app.api.download(`/api/games/${game.name}/chart`, { ...rules, form }, `${game.name}.${form}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      exact.replaceChildren(h("span", { class: "lost", role: "alert" }, `${sentence(error.message)}.`));
    }
  };
  const example = app.api.get(`/api/games/${game.name}/example`);
  if (priced) tell(todo, left.signal, async () => {
    const [found, dealt] = await Promise.all([counted("strategy"), example]);
    drawTodo(todo, speech, found, dealt.how);
    carry.disabled = false;
  });
  const dealt = await example;
  if (!root.isConnected) {
    left.abort();
    evening?.end();
    return;
  }
  drawHand(hand, dealt, game.name);
  if (!priced) {
    todo.append(simpleWay(dealt.how));
    if (table) drawPays(pays, speech, (await app.api.get(`/api/tables/${table.id}/pays`)).pays, true);
    exact.replaceChildren("Play money only. This house has no exact odds.");
  }
  const start = async () => {
    play.disabled = true;
    try {
      const opened = await app.api.post("/api/tables", { game: game.name, practice: true, seed: dealt.seed });
      app.go(`#/table/${opened.id}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      play.disabled = false;
      exact.replaceChildren(h("span", { class: "lost", role: "alert" }, `${sentence(error.message)}.`));
    }
  };
  play.disabled = false;
  play.addEventListener("click", start);
  const key = (/** @type {KeyboardEvent} */ event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (event.key === "Enter" && !at?.closest("a, button, input, select, summary")) start();
  };
  document.addEventListener("keydown", key);
  return () => {
    left.abort();
    evening?.end();
    document.removeEventListener("keydown", key);
  };
}

const PAUSE = 4000; // milliseconds before a house is asked again that still counts something else

/**
 * Fill a panel when the house has counted what it shows.
 * @param {HTMLElement} panel
 * @param {AbortSignal} left
 * @param {() => Promise<void>} draw
 */
async function tell(panel, left, draw) {
  while (!left.aborted)
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (left.aborted) return;
      const again = error.status === 503;
      panel.querySelector(".waiting")?.replaceChildren(again ? `${sentence(error.message.replace(/: try again.*/, ""))}. This page asks again by itself.` : `Not now: ${error.message}.`);
      if (!again) return;
      await new Promise((done) => window.setTimeout(done, PAUSE));
    }
}

/** @param {string} words */
const waiting = (words) => h("p", { class: "quiet waiting" }, underWay(words));

/** @param {any[]} games @param {string} chosen */
export function tabs(games, chosen, place = "learn") {
  return h("nav", { class: "game-tabs", "aria-label": "Games" }, games.map(({ name, title }) =>
    h("a", { href: `#/${place}/${name}`, "aria-current": name === chosen ? "page" : null }, cardOf(name)?.short ?? title)));
}

/** A public table of the house, whose rules are in force. @param {App} app @param {string} game */
async function publicTable(app, game) {
  const tables = await app.api.get("/api/tables");
  const found = tables.find((/** @type {any} */ one) => one.game === game && !one.private && !one.practice);
  return found ? app.api.get(`/api/tables/${found.id}`) : null;
}

// --- panels

/** @param {HTMLElement} panel @param {any} dealt an answer of /api/games/GAME/example @param {string} game */
function drawHand(panel, dealt, game) {
  const every = steps(speechOf(game), dealt.events, dealt.seat);
  const count = h("span", { class: "faint" });
  const items = every.map((step, at) => {
    const open = h("div", { class: "open" });
    const button = h("button", { class: "plain", onclick: () => go(at) }, h("b", {}, step.title), step.detail ? h("span", { class: "quiet" }, ` ${step.detail}`) : null);
    return { open, button, item: h("li", {}, button, open) };
  });
  let now = 0;
  const back = h("button", { onclick: () => go(now - 1) }, "Back");
  const next = h("button", { onclick: () => go(now + 1) }, "Next step");
  const go = (/** @type {number} */ at) => {
    now = Math.max(0, Math.min(every.length - 1, at));
    count.textContent = `step ${now + 1} of ${every.length}`;
    back.disabled = now === 0;
    next.disabled = now === every.length - 1;
    items.forEach(({ open, button, item }, which) => {
      const chosen = which === now;
      item.classList.toggle("now", chosen);
      item.classList.toggle("later", which > now);
      button.setAttribute("aria-expanded", String(chosen));
      open.replaceChildren(...(chosen ? [smallTable(game, every[which].layout, dealt.seat)] : []));
    });
  };
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, "Your first hand"), count),
    h("ol", { class: "steps" }, items.map((one) => one.item)),
    h("div", { class: "row" }, back, next));
  go(0);
}

/** A sentence of the library with the names that wagers have on the felt. @param {Speech} speech @param {string} text */
const named = (speech, text) => text.replace(/\b(\w+) wager\b/g, (whole, wager) => (speech.wager(wager) === wager ? whole : speech.wager(wager)));

/** The rules, with what is always done in one line: "Insurance: always leave it out." @param {string[]} lines */
function joinedLines(lines) {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1] ?? "";
    if (line.endsWith(":") && next.startsWith("Always ")) return [`${line} ${next.charAt(0).toLowerCase()}${next.slice(1)}`];
    return line.startsWith("Always ") && lines[at - 1]?.endsWith(":") ? [] : [line];
  });
}

/** @param {string} how */
const simpleWay = (how) => h("p", { class: "quiet" }, `A simple sound way: ${how}.`);

/** @param {HTMLElement} panel @param {Speech} speech @param {any} found @param {string} how */
function drawTodo(panel, speech, found, how) {
  const [first, ...more] = found.charts;
  const isShorter = found.lines.length > 0 && found.cost > 0 && first;
  panel.replaceChildren(
    h("h2", {}, "What to do, in this order"),
    found.lines.length
      ? h("ol", { class: "rules" }, joinedLines(found.lines).map((line) => h("li", { class: /:$/.test(line) ? "part" : "" }, named(speech, line))))
      : simpleWay(how),
    h("p", { class: "faint" }, named(speech, [found.note, found.price, isShorter ? "The chart below is perfect play; where this list differs, the chart is right." : ""].filter(Boolean).join(" "))),
    ...(first ? [h("div", { class: isLetters(first) ? "beside" : "" }, isLetters(first) ? drawLetters(first) : null,
      h("div", {}, h("h3", { class: "caption" }, first.title.replace(/^[^:]*: /, "")), drawChart(first)))] : []),
    ...more.map((/** @type {any} */ chart) => h("details", {}, h("summary", {}, sentence(chart.title.replace(/^[^:]*: /, ""))), drawChart(chart))));
}

/** @param {HTMLElement} panel @param {Speech} speech @param {any} found */
function drawCost(panel, speech, found) {
  const { odds } = found;
  panel.replaceChildren(h("h2", {}, "Edge of each wager"),
    h("p", { class: "quiet" }, "With best play the house keeps ", h("b", {}, percent(odds.element_of_risk)), " of all bets, ",
      h("b", {}, percent(odds.house_edge)), ` of the ${speech.wager(found.base)}.`),
    drawEdges(speech, found), h("p", { class: "faint" }, wholeHand(speech, found)));
}

/**
 * @param {HTMLElement} panel
 * @param {Speech} speech
 * @param {Record<string, Record<string, string>>} pays
 * @param {boolean} inForce
 */
function drawPays(panel, speech, pays, inForce) {
  const entries = Object.entries(pays);
  const block = (/** @type {[string, Record<string, string>]} */ [name, lines]) => [
    h("h3", { class: "caption" }, speech.wager(name)),
    h("table", {}, h("tbody", {}, Object.entries(lines).map(([line, odds]) => h("tr", {}, h("td", {}, sentence(line)), h("td", { class: "number" }, odds))))),
  ];
  const columns = entries.filter(([name]) => /, \d+ hands$/.test(name));
  const plain = entries.filter((one) => !columns.includes(one));
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, "Pays"), h("span", { class: "tag" }, inForce ? "in force at this house" : "the document’s")),
    ...plain.flatMap(block),
    ...(columns.length
      ? [h("details", {}, h("summary", {}, `${sentence(columns[0][0].replace(/, \d+ hands$/, ""))}, by the number of hands`), columns.flatMap(block))]
      : []));
}

// --- a round of one player as the few steps that a learner needs, made from events

/** @typedef {{kind: string, title: string, detail: string, layout: Layout}} Step */

/** The kind of step that an event belongs to. Others do not show. @type {Record<string, string>} */
const KINDS = { dealt: "deal", exposed: "show", ranked: "show", settled: "settle" };

/** What the cards of the table are called. @param {string} place */
const boardOf = (place) => (place in CROSS ? "The cross" : "The board");

/** @param {string[]} cards */
const texts = (cards) => cards.map(([rank, suit]) => printed(rank) + SIGNS[suit]).join(" ");

/** @param {Speech} speech @param {Event[]} events @param {number} seat */
export function steps(speech, events, seat) {
  /** @type {{kind: string, events: Event[], layout: Layout}[]} */
  const groups = [];
  let dealt = false;
  for (const [at, event] of events.entries()) {
    const before = groups[groups.length - 1];
    let kind = KINDS[event.type] || "";
    if (event.type === "wagered") kind = dealt && before?.kind === "choose" ? "choose" : dealt ? "raise" : "bet";
    if (event.type === "chose" && event.seat === seat) kind = "choose";
    if (event.type === "dealt") dealt = true;
    if (!kind) continue;
    const joined = before?.kind === kind && event.type !== "chose" ? groups.pop()?.events ?? [] : [];
    groups.push({ kind, events: [...joined, event], layout: layoutOf(events.slice(0, at + 1)) });
  }
  return groups.map((group) => ({ kind: group.kind, ...told(speech, group.kind, group.events, seat), layout: group.layout }));
}

/**
 * @param {Speech} speech
 * @param {string} kind
 * @param {Event[]} events
 * @param {number} seat
 */
function told(speech, kind, events, seat) {
  const own = `seat ${seat}`;
  const wagers = events.filter((event) => event.type === "wagered");
  const total = wagers.reduce((sum, one) => sum + one.amount, 0);
  const named = list(wagers.map((one) => `${speech.wager(one.wager)} ${dollars(one.amount)}`));
  if (kind === "bet") return { title: `Bet ${dollars(total)}`, detail: wagers.length > 1 ? named : "before any card" };
  if (kind === "raise") return { title: `Place ${dollars(total)} more`, detail: named };
  if (kind === "choose") {
    const [chose] = events;
    return { title: `${speech.does("You", chose)}${total ? `: ${dollars(total)} more` : ""}`, detail: "" };
  }
  if (kind === "deal") return dealing(events, own);
  if (kind === "show") {
    const ranked = events.filter((event) => event.type === "ranked");
    const said = (/** @type {Event} */ one) => `${placeName(one.place, () => "You")}: ${one.name || one.category}`;
    const first = ranked.filter((one) => one.place !== own).map(said);
    const mine = ranked.filter((one) => one.place === own).map(said);
    const turned = events.filter((event) => event.type === "exposed");
    const board = turned.filter((one) => one.place !== own && one.place !== "dealer").flatMap((one) => one.cards);
    const lines = [...(first.length || mine.length ? [...first, ...mine] : [`${boardOf(turned[0]?.place ?? "")} shows ${texts(board)}`])];
    return { title: lines[0] || "", detail: lines.slice(1).join("; ") };
  }
  const net = netOf(events);
  const ends = events.map((one) => {
    const won = netOf([one]);
    return `${speech.wager(one.wager)} ${won > 0 ? `+${dollars(won)}` : won < 0 ? dollars(won) : "comes back"}`;
  });
  return { title: net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "Your chips come back", detail: list(ends) };
}

/** @param {Event[]} events @param {string} own */
function dealing(events, own) {
  /** @type {Map<string, {shown: string[], hidden: number}>} */
  const got = new Map();
  for (const event of events) {
    const place = event.to === own || event.to === "dealer" ? event.to : boardOf(event.to).toLowerCase();
    const one = got.get(place) || { shown: [], hidden: 0 };
    if (event.card && (event.face === "up" || place === own)) one.shown.push(event.card);
    else one.hidden += 1;
    got.set(place, one);
  }
  const words = [...got].map(([place, one]) => {
    const who = place === own ? "you get" : place === "dealer" ? "the dealer gets" : `${place} gets`;
    const down = one.hidden ? `${one.hidden} face down` : "";
    return `${who} ${[texts(one.shown), down].filter(Boolean).join(" and ")}`;
  });
  const mine = words.findIndex((line) => line.startsWith("you"));
  const ordered = mine > 0 ? [words[mine], ...words.filter((_, at) => at !== mine)] : words;
  return { title: sentence(ordered[0]), detail: ordered.slice(1).join("; ") };
}
