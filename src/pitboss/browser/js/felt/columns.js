// Where several own hands lie: in columns, the first at our right. On a phone one is large and the others lie beside it.

/** @typedef {import("./scene.js").Drawing} Drawing */

const BESIDE = { right: 340, left: 52 }; // the middles of small hands on a phone
const STACKED = { w: 36, step: 13, high: 50 }; // cards of hands that share a side

/** The number of the own hand in play. @param {Drawing} drawing @param {number} count */
const playing = ({ scene }, count) => Math.min(scene.hand || 1, count);

/**
 * The middles of the columns of own hands, by number.
 * @param {Drawing} drawing
 * @param {number} count
 */
export function columnsX(drawing, count) {
  const { places } = drawing;
  const set = places.columns;
  if (!set) return [places.width / 2];
  const xs = set.x[Math.max(1, Math.min(4, count))];
  if (!places.oneLarge || count < 2) return xs;
  const large = playing(drawing, count);
  return Array.from({ length: count }, (_, at) => (at + 1 === large ? places.width / 2 : at + 1 < large ? BESIDE.right : BESIDE.left));
}

/**
 * Whether this own hand lies small beside the one in play.
 * @param {Drawing} drawing
 * @param {number} number
 * @param {number} count
 */
export function isSmall(drawing, number, count) {
  return Boolean(drawing.places.oneLarge) && count > 1 && number !== playing(drawing, count);
}

/**
 * Where a small hand lies that shares its side with others: then its total stands on its cards, its sum below, and its chips are not drawn.
 * @param {Drawing} drawing
 * @param {number} number
 * @param {number} count
 * @returns {{y: number, w: number, step: number, total: number, sum: number} | null}
 */
export function stacked(drawing, number, count) {
  if (!isSmall(drawing, number, count)) return null;
  const large = playing(drawing, count);
  const side = Array.from({ length: count }, (_, at) => at + 1).filter((one) => one !== large && one < large === number < large);
  if (side.length < 2) return null;
  const { w, step, high } = STACKED;
  const y = (side.length === 2 ? 296 : 268) + side.indexOf(number) * (side.length === 2 ? 100 : 84);
  return { y, w, step, total: y + high - 4, sum: y + high + 18 };
}
