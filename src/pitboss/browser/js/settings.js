// Settings of this browser. They stand on the root element, where style sheets see them; theme.js puts them there before the
// first picture.

/** How fast a table goes on. */
export const SLOW = "slow";
export const ONCE = "once";
/** @type {[string, string][]} */
export const PACES = [[SLOW, "Slow: every step explained"], ["", "As at a table"], [ONCE, "At once"]];

const root = document.documentElement;

/** @param {string} name theme, suits or pace @returns {string} empty for the usual one */
export const setting = (name) => root.dataset[name] || "";

/** @param {string} name @param {string} value */
export function keep(name, value) {
  root.dataset[name] = value;
  if (value) localStorage.setItem(name, value);
  else localStorage.removeItem(name);
}
