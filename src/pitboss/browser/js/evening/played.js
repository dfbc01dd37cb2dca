// The last evening of one's own, as a line in the fan of all evenings like it.

import { Problem } from "../api.js";
import { h, underWay, unbroken } from "../dom.js";
import { cardOf } from "../games.js";
import { dollars, many, signed, whyNot } from "../words.js";
import { drawFan } from "./fan.js";

/** @import { App } from "../main.js" */
/** @import { EveningPlayed, Fan } from "../../protocol.d.ts" */

const MARKS = 4; // numbers of rounds below the picture
const WHEN = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });

/** "71%"; never none or all of them. @param {number} share */
const whole = (share) => (share > 0 && share < 0.01 ? "fewer than 1%" : share > 0.99 && share < 1 ? "more than 99%" : `${Math.round(100 * share)}%`);

/**
 * Ask for the last evening, and show it. Returns what ends it.
 * @param {App} app
 * @param {string} game empty for any
 * @param {HTMLElement} place
 */
export function showLastEvening(app, game, place) {
  const left = new AbortController();
  const resized = new ResizeObserver(() => redraw());
  let redraw = () => {};
  const panel = h("section", { class: "panel" }, h("h2", { class: "caption" }, "Your last evening"), underWay("Counting all evenings like it …"));
  place.replaceChildren(panel);
  const load = async () => {
    try {
      const { evening } = await app.api.get(`/api/statistics/evening?game=${game}`, left.signal);
      if (left.signal.aborted) return;
      if (!evening) return place.replaceChildren();
      const picture = h("div", {});
      let drawn = 0;
      redraw = () => {
        const wide = Math.max(280, picture.clientWidth);
        if (evening.fan && wide !== drawn) picture.replaceChildren(drawOwn(evening, evening.fan, (drawn = wide)));
      };
      panel.replaceChildren(...told(app, evening, picture));
      redraw();
      resized.observe(picture);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!left.signal.aborted) panel.replaceChildren(h("h2", { class: "caption" }, "Your last evening"), h("p", { class: "warn" }, whyNot(error), " ", h("button", { class: "plain link", onclick: load }, "Try again")));
    }
  };
  load();
  return () => {
    left.abort();
    resized.disconnect();
  };
}

/** @param {App} app @param {EveningPlayed} evening @param {HTMLElement} picture */
function told(app, { game, at, line, bet, below, level, mean, fan, why }, picture) {
  const name = cardOf(game)?.short ?? app.game(game)?.title ?? game;
  const rounds = line.length - 1;
  const net = line[rounds];
  const about = [name, `${many(rounds, "round")}${bet ? ` at ${dollars(bet)}` : ""}`, new Date(at).toLocaleDateString("en-GB", WHEN)].join(", ");
  const head = h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Your last evening"), h("span", { class: "faint" }, about));
  if (!fan) return [head, h("p", { class: "quiet" }, `You ended at ${signed(net)}. How lucky that was can’t be said: ${why}. It can be for a whole evening of one bet, without side bets.`)];
  const more = Math.max(0, 1 - below - level);
  return [
    head,
    h("p", { class: "figure" }, `Luckier than ${whole(below)}`, " ", h("small", { class: "quiet" }, "of such evenings")),
    h("p", { class: "quiet" }, ...unbroken(`You ended at ${signed(net)}. Of all evenings of ${many(rounds, "round")} at ${dollars(bet)} with best play, ${whole(below)} end with less, ${level ? `${whole(level)} with the same and ` : ""}${whole(more)} with more; the average is ${signed(mean)}.`)),
    picture,
    h("p", { class: "faint" }, "Counted exactly, for best play: your mistakes count as bad luck here. Whoever stops because they are ahead looks luckier than they are."),
  ];
}

/** @param {EveningPlayed} evening @param {Fan} fan @param {number} wide */
function drawOwn({ line, below }, fan, wide) {
  const rounds = line.length - 1;
  const every = Math.max(1, Math.ceil(rounds / MARKS));
  const marks = Array.from({ length: Math.floor(rounds / every) }, (_, at) => /** @type {[number, string]} */ ([every * (at + 1), String(every * (at + 1))]));
  const last = (/** @type {string} */ share) => signed(fan.bands[share][fan.bands[share].length - 1]);
  const words = `The fan of outcomes, with your evening in it: after ${many(rounds, "round")} you are at ${signed(line[rounds])}. Half of all such evenings end at ${last("0.25")} to ${last("0.75")}, and 9 of 10 at ${last("0.05")} to ${last("0.95")}. ${whole(below)} end with less than yours.`;
  return drawFan(fan, { from: 0, begins: "where you began", named: signed, marks, words, wide, own: line });
}
