// Makes elements. Text is always set as text, never as HTML.

import { typeset, whyNot } from "./words.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";
/** Attributes that people read or hear. */
const SAID = new Set(["aria-label", "aria-description", "title", "placeholder", "alt"]);

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, any>} given attributes; a function is a listener ("onclick"), "style" is an object, false and null leave one out
 * @param {(Child | Child[])[]} children
 */
function fill(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [property, worth] of Object.entries(value)) element.style.setProperty(property, String(worth));
    else element.setAttribute(name, value === true ? "" : SAID.has(name) ? typeset(String(value)) : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : typeset(String(child)));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} given
 * @param {...(Child | Child[])} children
 */
export function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, given, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} given
 * @param {...(Child | Child[])} children
 */
export function s(tag, given = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  fill(element, given, children);
  return element;
}

const AMOUNT = /([+−±]\$[\d,.]*\d)/;

/** Words in which a line never ends between a sign and its amount. @param {string} words */
export const unbroken = (words) => words.split(AMOUNT).map((part) => (AMOUNT.test(part) ? h("span", { class: "amount" }, part) : part));

/** The element that a selector finds, which must be there. @param {string} selector @param {ParentNode} within */
export function the(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/** A bar for something that takes a while, with words that say what it is. @param {string} words */
export const underWay = (words) => h("span", { class: "under-way", role: "status" }, h("progress", { "aria-label": words }), h("span", {}, words));

/**
 * Say something to screen readers.
 * @param {string} words
 * @param {boolean} now whether it interrupts: own turn, time, connection
 */
export function say(words, now = false) {
  const region = the(now ? "#assertive" : "#polite");
  region.textContent = "";
  window.setTimeout(() => (region.textContent = typeset(words)), 30); // a change of text is what is read
}

/** Forget what was said last: it was about a screen that is gone. */
export const hush = () => document.querySelectorAll("#polite, #assertive").forEach((region) => (region.textContent = ""));

/** Do something, and show what the house refuses. @param {HTMLElement} refused @param {() => Promise<unknown>} act */
export async function trying(refused, act) {
  try {
    await act();
  } catch (error) {
    refused.textContent = whyNot(error);
  }
}

/**
 * A form of labelled fields with one button. What the house refuses stands below it.
 * @param {string} name
 * @param {[string, string, Record<string, any>][]} fields name, label and attributes of each
 * @param {string} verb
 * @param {(given: Record<string, string>) => Promise<unknown>} send
 * @param {string} kind class of the button
 */
export function form(name, fields, verb, send, kind = "") {
  const refused = h("p", { class: "refused", role: "alert" });
  const button = h("button", { class: kind, type: "submit" }, verb);
  return h("form", { name, onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    button.disabled = true;
    refused.textContent = "";
    await trying(refused, () => send(Object.fromEntries([...given].map(([key, value]) => [key, String(value)]))));
    button.disabled = false;
  } },
    fields.map(([field, label, more]) => h("label", {}, label, h("input", { name: field, required: true, ...more }))),
    refused, h("div", { class: "row" }, button));
}

/**
 * Draw a panel again without taking the focus away from whoever uses it by keyboard.
 * @param {HTMLElement} panel
 * @param {() => void} draw
 * @param {string} by the attribute by which an element is found again
 */
export function keepFocus(panel, draw, by = "data-key") {
  const key = panel.contains(document.activeElement) ? document.activeElement?.getAttribute(by) : null;
  draw();
  if (key) /** @type {HTMLElement | null} */ (panel.querySelector(`[${by}="${CSS.escape(key)}"]`))?.focus();
}
