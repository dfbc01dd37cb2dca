// From one area to the next by arrow keys.

/** @param {Element} one */
function middle(one) {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @type {Record<string, [number, number]>} */
const TOWARD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The open area of the same felt that is nearest in a direction.
 * @param {SVGElement} from
 * @param {string} key
 */
export function beside(from, key) {
  const [x, y] = middle(from);
  const [right, down] = TOWARD[key];
  /** @type {{one: SVGElement, far: number}[]} */
  const found = [];
  for (const one of /** @type {NodeListOf<SVGElement>} */ (from.ownerSVGElement?.querySelectorAll("[data-area][tabindex='0']") ?? [])) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * right + (oy - y) * down;
    const across = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
    if (one !== from && along > 1) found.push({ one, far: along + 2 * across });
  }
  return found.sort((a, b) => a.far - b.far)[0]?.one;
}
