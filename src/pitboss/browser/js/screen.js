// What screens share.

import { h } from "./dom.js";

/** Load the style sheets of a screen, or switch them on. @param {...string} names */
export function styled(...names) {
  return Promise.all(
    names.map((name) => {
      const href = `/style/${name}.css`;
      const there = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[rel=stylesheet][href="${href}"]`));
      const link = there ?? h("link", { rel: "stylesheet", href });
      link.removeAttribute("media");
      if (!there) document.head.append(link);
      if (link.sheet) link.sheet.disabled = false;
      return link.sheet ? Promise.resolve() : new Promise((done) => {
        for (const event of ["load", "error"]) link.addEventListener(event, () => done(undefined));
      });
    }),
  );
}

/**
 * Ask at once for all that a screen needs, as the house lists it. A browser that follows imports finds them one by one.
 * @param {string} screen
 * @param {boolean} soon whether it is opened now, or perhaps later: then everything that somebody waits for comes first
 */
export function preload(screen, soon) {
  const needed = JSON.parse(document.querySelector("#needed")?.textContent || "{}");
  for (const href of /** @type {string[]} */ (needed[screen] ?? [])) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const style = soon ? { rel: "preload", as: "style" } : { rel: "stylesheet", media: "not all" };
    document.head.append(h("link", { ...(href.endsWith(".css") ? style : { rel: "modulepreload" }), fetchpriority: soon ? "auto" : "low", href }));
  }
}

/** Switch off the style sheets of the screen before, so that they say nothing about this one. */
export function unstyled() {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]")))
    if (link.sheet && !link.href.endsWith("/base.css")) link.sheet.disabled = true;
}
