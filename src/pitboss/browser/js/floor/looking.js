// Pages of the floor that stay true: they ask the house again every few seconds, and keep the focus where it is.

import { Problem } from "../api.js";

const LOOK_MS = 3000;

/**
 * Asks the house anew, by `look`, and then again and again until `end`.
 * @param {(here: () => boolean) => Promise<void>} ask asks the house and draws, if the page is still here
 */
export function keepLooking(ask) {
  let ended = false;
  let timer = 0;
  const look = async () => {
    window.clearTimeout(timer);
    await ask(() => !ended);
    if (!ended) timer = window.setTimeout(again, LOOK_MS);
  };
  const again = () => look().catch((error) => {
    if (!ended) timer = window.setTimeout(again, LOOK_MS); // the house may be away for a while
    if (!(error instanceof Problem)) throw error;
  });
  const end = () => {
    ended = true;
    window.clearTimeout(timer);
  };
  return { look, end };
}

/**
 * Draw a panel again without taking the focus away from whoever uses it by keyboard.
 * @param {HTMLElement} panel
 * @param {() => void} draw
 */
export function keepFocus(panel, draw) {
  const key = panel.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  draw();
  if (key) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}
