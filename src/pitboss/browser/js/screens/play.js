// The lobby: the games, one click to be dealt in, and the tables of others.

import { Problem } from "../api.js";
import { h, s, the } from "../dom.js";
import { card } from "../draw/cards.js";
import { stack } from "../draw/chips.js";
import { byGame, cardOf } from "../games.js";
import { countSeated } from "../house_players.js";
import { styled } from "../screen.js";
import { sumOfBets } from "../table/betting.js";
import { dollars, inWords, many, sentence, whyNot } from "../words.js";

/** @import { App } from "../main.js" */

/** @type {import("../main.js").Show} */
export async function show(root, _parts, app) {
  await styled("play");
  const cards = h("div", { class: "games" });
  const others = h("section", { class: "others", "aria-label": "Sit with others" });
  root.append(
    h("div", { class: "page lobby" },
      h("div", { class: "welcome" },
        h("div", {},
          h("h1", {}, "Pick a game.", h("br"), h("span", { class: "wide" }, "You’re dealt in at once.")),
          h("p", { class: "quiet large" }, h("span", { class: "wide" }, `${sentence(inWords(app.games.length))} casino games, dealt and paid by ${app.games.some((game) => game.brief) ? "their written rules" : "the regulator’s own rules"}. Ask any cent why.`),
            h("span", { class: "narrow" }, "one tap, and you’re dealt in"))),
        h("div", { class: "held" })),
      cards,
      h("div", { class: "below" }, others,
        h("div", { class: "doors" },
          door("#/learn", "Learn in a minute", "One hand, step by step, and what to do in order."),
          door("#/desk/practice", "Practise as dealer", "Pay the table. Spot the misdeal. Be graded."),
          app.pricedGames.length ? door("#/lab", "Change a pay table", "See the edge move, exactly and at once.") : null,
          door("#/history", "Check a round", "Replay it by clause. Prove the cards."))),
      h("p", { class: "faint" }, "Play money only. No money moves here.")),
  );
  for (const { name } of app.games) cards.append(gameCard(name, app));
  const left = new AbortController();
  fillEdges(cards, app, left.signal);
  let ended = false;
  const draw = async () => {
    if (ended || document.hidden) return;
    const [tables] = await Promise.all([app.api.get("/api/tables"), app.me ? app.refresh() : null]);
    if (ended) return;
    if (app.me) drawHeld(root.querySelector(".held"), tables, app);
    drawMeters(cards, tables);
    drawTables(others, tables);
  };
  await draw();
  const timer = window.setInterval(() => {
    draw().catch((error) => {
      if (!(error instanceof Problem)) throw error; // the house does not answer now: ask again
    });
  }, 5000);
  return () => {
    ended = true;
    left.abort();
    window.clearInterval(timer);
  };
}

/** @param {string} href @param {string} title @param {string} words */
function door(href, title, words) {
  return h("a", { class: "panel door", href }, h("h2", {}, title), h("span", { class: "quiet" }, words));
}

/** @param {string} name @param {App} app */
function gameCard(name, app) {
  const game = app.game(name);
  const shown = cardOf(name) ?? { name: game.title, words: game.title, brief: "", cards: [], chips: [], areas: [] };
  const button = h("button", { class: "deal", "aria-label": `${dealWords(game, app)}: ${shown.name}`, onclick: () => dealIn(game, button, app) }, dealWords(game, app));
  const figures = h("dl", { class: "figures" });
  if (game.priced) figures.append(h("div", { class: "keeps" }, h("dt", {}, "House keeps"), h("dd", {}, h("span", { class: "quiet" }, "counting …"))));
  figures.append(h("div", { class: "limits" }, h("dt", {}, "Limits"), h("dd", {}, `${dollars(game.minimum)} to ${dollars(game.maximum)}`)));
  if (game.priced) figures.append(h("div", { class: "evening" }, h("dt", {}, "Your evening"), h("dd", {}, h("a", { href: `#/learn/${name}/evening`, "aria-label": `Your evening: how it can end at ${shown.name}` }, h("span", { class: "wide" }, "how it can end"), h("span", { class: "narrow" }, "Evening")))));
  return h("article", { class: "game", "data-game": name },
    h("div", { class: `little felt-${name}` }, littleFelt(shown)),
    h("div", { class: "about" },
      h("h2", { class: "serif" }, shown.name),
      h("p", { class: "quiet" }, h("span", { class: "wide" }, shown.words), h("span", { class: "narrow" }, shown.brief)),
      figures,
      button));
}

/**
 * What the house keeps of all bets, game by game, as soon as the server has counted it.
 * @param {Element} cards
 * @param {App} app
 * @param {AbortSignal} left
 */
async function fillEdges(cards, app, left) {
  await Promise.all([...cards.querySelectorAll(".game:has(.keeps)")].map(async (one) => {
    const row = the(".keeps", one);
    try {
      const { keeps } = await app.api.get(`/api/games/${one.getAttribute("data-game")}/keeps`, left);
      the("dd", row).replaceChildren(`${(100 * keeps).toFixed(2).replace("-", "−")}%`, h("span", { class: "wide" }, " of all bets"));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!left.aborted) row.remove(); // it can't be counted now
    }
  }));
}

/** What the highest meter of a game's public tables shows now. @param {Element} cards @param {any[]} tables */
function drawMeters(cards, tables) {
  for (const one of cards.querySelectorAll(".game")) {
    const shown = tables.filter((table) => table.game === one.getAttribute("data-game") && !table.private && !table.practice).flatMap((table) => Object.values(table.meters));
    const figures = one.querySelector(".figures");
    const there = figures?.querySelector(".meter");
    if (!shown.length) there?.remove();
    else if (there) the("dd", there).textContent = dollars(Math.max(...shown));
    else figures?.append(h("div", { class: "meter" }, h("dt", {}, "Meter"), h("dd", {}, dollars(Math.max(...shown)))));
  }
}

/** @param {Pick<import("../games.js").Card, "cards" | "chips" | "areas" | "deck" | "boxes" | "places" | "slot" | "lines">} shown */
function littleFelt(shown) {
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {SVGElement} */ thing) =>
    s("g", { transform: `translate(${x} ${y})` }, thing);
  const [left, top, wide, high] = shown.slot ?? [0, 0, 0, 0];
  return s("svg", { viewBox: "0 0 246 184", "aria-hidden": "true", focusable: "false" },
    (shown.lines ?? []).map((d) => s("path", { class: "line", d })),
    (shown.places ?? []).map(([x, y, width]) => s("rect", { class: "place", x, y, width, height: width * 1.4, rx: width * 0.08 })),
    wide ? s("g", { class: "slot" },
      s("rect", { x: left, y: top, width: wide, height: high, rx: high / 2 }),
      s("circle", { cx: left + high / 2, cy: top + high / 2, r: high * 0.24 }),
      s("path", { d: `M${left + high} ${top + high / 2}h${wide - 1.5 * high}` })) : null,
    (shown.boxes ?? []).map(([x, y, width, height, words, later]) =>
      s("g", { class: later ? "spot later" : "spot" }, s("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 }), s("text", { x, y: y + 4, "text-anchor": "middle" }, words))),
    shown.areas.map(([x, y, r, words]) =>
      s("g", { class: "spot" }, s("circle", { cx: x, cy: y, r }), s("text", { x, y: shown.chips.some(([, cx]) => cx === x) ? y + r + 13 : y + 4, "text-anchor": "middle" }, words))),
    shown.cards.map(([code, x, y, width]) => at(x, y, card(code, { width, deck: shown.deck ?? 1 }))),
    shown.chips.map(([cents, x, y, r]) => at(x, y, stack(cents, r))));
}

/** "Deal me in, $5": the bets of the last round, or the least. @param {any} game @param {App} app */
function dealWords(game, app) {
  const last = sumOfBets(game.name);
  return `Deal me in, ${dollars(last && last <= (app.me?.wallet ?? last) ? last : game.opening)}`;
}

/**
 * Open a private table, sit down at it, place the usual bets and deal. Nothing waits for an answer that it does not need.
 * @param {any} game
 * @param {HTMLButtonElement} button
 * @param {App} app
 */
async function dealIn(game, button, app) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".deal"));
  for (const one of buttons) one.disabled = true;
  button.textContent = "Opening a table …";
  app.connection.open();
  try {
    await app.signIn();
    app.connection.open(); // now it can say who this is
    const opened = app.api.post("/api/tables", { game: game.name });
    app.api.ahead(`/api/games/${game.name}/clauses`);
    const table = await opened;
    app.api.ahead(`/api/tables/${table.id}`, opened);
    app.go(`#/table/${table.id}/deal`);
  } catch (error) {
    if (!app.api.token) app.connection.close();
    for (const one of buttons) one.disabled = false;
    button.textContent = dealWords(game, app);
    button.parentElement?.querySelector(".lost")?.remove();
    button.after(h("p", { class: "lost", role: "alert" }, whyNot(error)));
  }
}

/** The first seat that this person holds. @param {Element | null} root @param {any[]} tables @param {App} app */
function drawHeld(root, tables, app) {
  const held = app.me.tables.find((/** @type {any} */ one) => tables.some((table) => table.id === one.table));
  if (!root) return;
  if (!held) {
    root.replaceChildren(...(app.me.take ? [takeOffer(root, tables, app)] : []));
    return;
  }
  const table = tables.find((one) => one.id === held.table);
  root.replaceChildren(
    h("section", { class: `seat felt-${table.game}`, "aria-label": "Your seat is held" },
      s("svg", { class: "chips", width: 56, height: 64, viewBox: "-28 -38 56 64", "aria-hidden": "true" }, stack(held.chips || 100, 21)),
      h("div", { class: "about" },
        h("h2", {}, "Your seat is held"),
        h("p", {}, `${cardOf(table.game)?.name ?? table.title}${held.seat ? `, seat ${held.seat}` : ""}.`),
        h("p", {}, `${table.playing ? `Round ${table.round} is on. ` : ""}${dollars(held.chips)} in chips.`)),
      h("a", { class: "button primary", href: `#/table/${table.id}` }, "Return")));
}

/** For somebody who has too little left to play. @param {Element} root @param {any[]} tables @param {App} app */
function takeOffer(root, tables, app) {
  const button = h("button", { class: "primary", "data-do": "take", onclick: async () => {
    button.disabled = true;
    await app.take();
    drawHeld(root, tables, app);
  } }, `Take ${dollars(app.me.take)}`);
  return h("div", { class: "seat out" },
    h("div", {}, h("h2", {}, "You are out of play money"), h("p", {}, "The house gives you more. It is worth nothing elsewhere.")),
    button);
}

/** The public tables. @param {Element} root @param {any[]} tables */
function drawTables(root, tables) {
  const open = tables.filter((one) => !one.private).sort((a, b) => countSeated(b.seats).people - countSeated(a.seats).people || b.seats.length - a.seats.length || byGame(a.game, b.game));
  const seated = countSeated(open.flatMap((one) => one.seats));
  root.replaceChildren(
    h("div", { class: "row spread" },
      h("h2", {}, "Sit with others"),
      h("span", { class: "faint" }, open.length ? `${many(open.length, "table")} open · ${seated.people} seated${seated.house ? " · grey: players of the house" : ""}` : "")),
    open.length
      ? h("table", {},
          h("thead", { class: "unseen" },
            h("tr", {}, ["Game", "Seats", "Limits", "State", "Join"].map((one) => h("th", { scope: "col" }, one)))),
          h("tbody", {}, open.map((one) => tableRow(one))))
      : h("p", { class: "quiet" }, "No one is playing yet. Open the first table."),
  );
}

/** @param {any} table */
function tableRow(table) {
  const taken = new Map(table.seats.map((/** @type {any} */ one) => [one.seat, one.house ? "dot house" : "dot taken"]));
  const { house } = countSeated(table.seats);
  const dots = Array.from({ length: table.positions }, (_, at) =>
    h("i", { class: taken.get(at + 1) ?? "dot", style: { "--off": (2 * at) / (table.positions - 1 || 1) - 1 } })); // the seats lie in a curve
  const state = table.state !== "open" ? sentence(table.state) : table.playing ? `Round ${table.round} is on` : table.round ? "Between rounds" : "No round yet";
  const free = table.positions - taken.size;
  const game = cardOf(table.game)?.name ?? table.title;
  const verb = free ? "Join" : "Watch";
  return h("tr", {},
    h("th", { scope: "row" }, game, table.name !== table.title ? h("small", {}, table.name) : null),
    h("td", {}, h("span", { class: "dots", role: "img", "aria-label": `${taken.size} of ${table.positions} seats taken${house ? `, ${house} by players of the house` : ""}`, title: house ? `${many(house, "player")} of the house: they give up their seats to you` : "" }, dots)),
    h("td", {}, `${dollars(table.minimum)} to ${dollars(table.maximum)}`),
    h("td", { class: "quiet" }, state),
    h("td", { class: "number" }, h("a", { class: "button", href: `#/table/${table.id}`, "aria-label": `${verb} ${table.name}` }, verb)));
}
