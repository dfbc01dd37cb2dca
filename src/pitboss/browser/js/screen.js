// What screens share.

import { h } from "./dom.js";

/**
 * Load the style sheet of a screen, once.
 * @param {...string} names
 */
export function styled(...names) {
  return Promise.all(
    names.map((name) => {
      const href = `/style/${name}.css`;
      const there = document.querySelector(`link[href="${href}"]`);
      if (there) return Promise.resolve();
      return new Promise((done) => {
        document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(undefined), onerror: () => done(undefined) }));
      });
    }),
  );
}
