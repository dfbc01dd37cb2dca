// Keys of the table. A press acts once, and never on a question that came after it.

/** @import { TableScreen } from "../screens/table.js" */

/** What "?" shows. @type {[string, string][]} */
export const HELP = [
  ["1 – 6", "hold a chip"],
  ["Arrows", "move between areas"],
  ["Space", "put the chip down"],
  ["Backspace", "take a bet back"],
  ["L", "last round’s bets"],
  ["Z", "clear your bets"],
  ["D", "double your bets"],
  ["Enter", "ready, or the brass button"],
  ["+  −", "more or less"],
  ["K", "coach on or off"],
  ["G", "log"],
  ["W", "why: result and clauses"],
  ["M", "sound on or off"],
  ["Esc", "close"],
  ["the letter on a button", "that choice"],
];

/** Keys that do something at the table; while the coach plays, they stop it. */
const STOPS = /^([1-9lzd+=−-]|Escape|Backspace|Delete)$/i;

/** @param {TableScreen} screen @returns {(event: KeyboardEvent) => void} */
export function keysOf(screen) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, select, textarea") || document.querySelector("dialog[open]")) return;
    if (!(screen.steps.told.length ? pressAtStep(screen, event, target) : press(screen, event, target, screen.finish()))) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/**
 * At the slow pace Enter and Space go on to the next step. Keys that only show something do so.
 * @param {TableScreen} screen
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 */
function pressAtStep(screen, event, target) {
  const button = target.closest?.("button, a, [role=button], [role=tab]");
  const goes = (event.key === "Enter" || event.key === " ") && (!button || screen.choices.contains(button));
  return goes ? screen.steps.next() : press(screen, event, target, true);
}

/**
 * @param {TableScreen} screen
 * @param {KeyboardEvent} event
 * @param {HTMLElement} target
 * @param {boolean} old whether the press ended motion: then it answers nothing that came after it
 * @returns {boolean} whether the key meant something
 */
function press(screen, event, target, old) {
  const { room } = screen;
  const { key } = event;
  const onArea = target.closest?.("[data-area]");
  if (room.coachPlays.on && STOPS.test(key)) return room.coachPlays.stop("You stopped it"), true;
  if (key === "Enter" && onArea) return old || screen.primary();
  if (key === "Enter" || key === " ") {
    if (key === " " || target.closest?.("button, a, [role=button], [role=tab]")) return false; // it clicks what has the focus
    return old || screen.primary();
  }
  if (onArea && (key.startsWith("Arrow") || key === "Backspace" || key === "Delete")) return false; // the felt knows what lies beside
  if (key.startsWith("Arrow")) return !target.closest?.("[role=tablist]") && screen.moveArea(key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
  if (key === "Escape") return screen.escape();
  if (key === "?") return room.help();
  if (key === "+" || key === "=") return room.step(1);
  if (key === "-" || key === "−") return room.step(-1);
  const letter = key.toUpperCase();
  if (!old && screen.pressLetter(letter)) return true;
  if (/^[1-9]$/.test(key)) return screen.holdNumber(Number(key));
  switch (letter) {
    case "K":
      room.coaching.toggle();
      return true;
    case "G":
      return screen.openTab("log");
    case "W":
      return screen.openTab("result");
    case "L":
      return !old && room.placeLast();
    case "M":
      return screen.sound.toggle();
    case "Z":
      return !old && room.clear();
  }
  return false;
}
