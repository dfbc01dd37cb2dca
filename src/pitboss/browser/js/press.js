// A press of the mouse on something that is drawn anew before the button is let go. Browsers then click on nothing.

const PRESSED = "button, a[href], summary";

/**
 * What somebody sees there. What stands beside it tells lines of a list apart.
 * @param {HTMLElement} one
 */
const looks = (one) => JSON.stringify([one.tagName, one.ariaLabel, one.getAttribute("href"), { ...one.dataset }, one.textContent, one.parentElement?.textContent]);

/** Click on what the mouse is let go on, if it looks like what was pressed. */
export function keepPresses() {
  /** @type {HTMLElement | null} */
  let pressed = null;
  let looked = "";
  document.addEventListener("pointerdown", (event) => {
    // A finger clicks on what is there in the end.
    pressed = event.pointerType === "mouse" && event.button === 0 && event.target instanceof Element ? event.target.closest(PRESSED) : null;
    if (pressed) looked = looks(pressed);
  }, true);
  document.addEventListener("pointerup", (event) => {
    const lost = pressed && !pressed.isConnected;
    pressed = null;
    if (!lost || event.pointerType !== "mouse" || !(event.target instanceof Element)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a click of ours could open no new tab
    /** @type {HTMLElement | null} */
    const now = event.target.closest(PRESSED);
    if (now && looks(now) === looked) now.click();
  }, true);
}
