// A press of the mouse on something that is drawn anew before the button is let go. Browsers then click on nothing.

const PRESSED = "button, a[href], summary, .felt-svg [data-key]";

/**
 * What somebody sees there. What stands beside it tells lines of a list apart. A link is where it leads.
 * @param {HTMLElement | SVGElement} one
 */
const looks = (one) => one.getAttribute("href") ?? JSON.stringify([one.tagName, one.ariaLabel, { ...one.dataset }, one.textContent, one.parentElement?.textContent]);

/** @param {EventTarget | null} target @returns {HTMLElement | SVGElement | null} */
const pressable = (target) => (target instanceof Element ? target.closest(PRESSED) : null);

/** Click on what the mouse is let go on, if it is what was pressed, or looks like it. */
export function keepPresses() {
  /** @type {Element | null} the innermost element below the mouse: browsers click on nothing if just that is gone */
  let touched = null;
  /** @type {HTMLElement | SVGElement | null} */
  let pressed = null;
  let looked = "";
  document.addEventListener("pointerdown", (event) => {
    // A finger clicks on what is there in the end.
    touched = event.pointerType === "mouse" && event.button === 0 && event.target instanceof Element ? event.target : null;
    // What was closed may be open in the end, as when the press ends motion: then nobody has chosen it.
    pressed = touched?.closest("[aria-disabled=true]") ? null : pressable(touched);
    if (pressed) looked = looks(pressed);
  }, true);
  document.addEventListener("pointerup", (event) => {
    const lost = touched && !touched.isConnected ? pressed : null;
    touched = pressed = null;
    if (!lost || event.pointerType !== "mouse" || !(event.target instanceof Element)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a click of ours could open no new tab
    const now = pressable(event.target);
    if (!now || (now !== lost && looks(now) !== looked)) return;
    if (now instanceof HTMLElement) now.click();
    else event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }, true);
}
