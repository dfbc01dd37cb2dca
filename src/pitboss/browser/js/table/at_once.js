// Being dealt in at once: a seat, chips, the usual bets and the deal are asked for together, and nothing waits for the answer
// to what came before it. A house that is far away would otherwise take a second for each of them.

import { newKey } from "../live.js";
import { sumOfBets } from "./betting.js";
import { buyInFor } from "./seating.js";

/** @import { Room } from "./room.js" */

/**
 * The usual bets in cents: those of the last round, or the least if there are none or one can't pay them. Empty if an amount
 * depends on what the house says.
 * @param {Room} room
 * @returns {[string, number][]}
 */
function usualBets(room) {
  const { last, info } = room;
  const game = room.app.game(info.game);
  const sum = sumOfBets(info.game, last);
  if (last.size && sum <= (room.app.me?.wallet ?? 0)) {
    const open = [...last.values()].filter((one) => one === "exactly").length;
    const rest = sum - [...last.values()].reduce((/** @type {number} */ all, one) => all + (one === "exactly" ? 0 : one), 0);
    return open > 1 || (open && !rest) ? [] : [...last].map(([wager, want]) => [wager, want === "exactly" ? rest : want]);
  }
  const follow = /** @type {[string, [string, number]][]} */ (Object.entries(game.comes_with));
  const base = game.wagers.find((/** @type {string} */ one) => !(one in game.comes_with));
  /** @type {[string, number][]} */
  const least = [[base, info.minimum], ...follow.map(([wager, [of, times]]) => /** @type {[string, number]} */ ([wager, of === base ? times * info.minimum : 0]))];
  return info.minimum === game.minimum && sumOf(least) === game.opening ? least : [];
}

/** @param {[string, number][]} bets */
const sumOf = (bets) => bets.reduce((sum, [, cents]) => sum + cents, 0);

/**
 * Ask for all of it at a table at which nobody has played. Returns whether the cards come: what the house refused is left to
 * whoever asks, step by step.
 * @param {Room} room
 */
export async function dealtInAtOnce(room) {
  const { info, app } = room;
  const bets = usualBets(room);
  const staked = sumOf(bets);
  const { chip = 100 } = info.rules;
  const cents = Math.max(buyInFor(info.minimum, app.me?.wallet ?? 0), Math.ceil(staked / chip) * chip);
  if (info.round || info.seats.length || !staked || cents > (app.me?.wallet ?? 0)) return false;
  const [round, key] = [1, newKey()];
  const acts = [
    room.command("sit", { seat: 0 }),
    room.command("buyin", { cents }, key),
    ...bets.map(([wager, amount]) => room.command("play", { round, turn: 0, do: "wager", wager, amount })),
    room.command("ready", { round, staked }),
  ];
  const answers = await Promise.allSettled(acts);
  if (answers[1].status === "fulfilled") room.paid(cents, key);
  const last = Math.max(...answers.map((one) => (one.status === "fulfilled" ? one.value.seq ?? 0 : 0)));
  await room.until(() => room.caughtUp && room.heardAt >= last);
  const isDealt = answers.at(-1)?.status === "fulfilled";
  if (isDealt) room.readyFor = round;
  return isDealt;
}
