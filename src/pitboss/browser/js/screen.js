// What screens share.

import { h } from "./dom.js";

/** Load the style sheets of a screen, or switch them on again. @param {...string} names */
export function styled(...names) {
  return Promise.all(
    names.map((name) => {
      const href = `/style/${name}.css`;
      const there = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[rel=stylesheet][href="${href}"]`));
      if (there?.sheet) there.sheet.disabled = false;
      if (there) return Promise.resolve();
      return new Promise((done) => {
        document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(undefined), onerror: () => done(undefined) }));
      });
    }),
  );
}

/**
 * Ask at once for all that a screen needs, as the house lists it. A browser that follows imports finds them one by one.
 * @param {string} screen
 * @param {boolean} soon whether it is opened now; its style sheets come too
 */
export function preload(screen, soon) {
  const needed = JSON.parse(document.querySelector("#needed")?.textContent || "{}");
  for (const href of /** @type {string[]} */ (needed[screen] ?? [])) {
    const isStyle = href.endsWith(".css");
    if (document.head.querySelector(`link[href="${href}"]`) || (isStyle && !soon)) continue;
    document.head.append(h("link", isStyle ? { rel: "preload", as: "style", href } : { rel: "modulepreload", href }));
  }
}

/** Switch off the style sheets of the screen before, so that they say nothing about this one. */
export function unstyled() {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]")))
    if (link.sheet && !link.href.endsWith("/base.css")) link.sheet.disabled = true;
}
