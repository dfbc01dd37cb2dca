// Five community cards that lie in a cross. Documents name its cards from the dealer's side: the top is farthest from the dealer, so it is our bottom.

/** The row and the column of each card as the players see the cross, from 1. @type {Record<string, [number, number]>} */
export const CROSS = { "vertical bottom": [1, 2], "horizontal right": [2, 1], center: [2, 2], "horizontal left": [2, 3], "vertical top": [3, 2] };

/** The places of each line as the players see it, from the left and from the top. @type {Record<string, string[]>} */
export const LINES = {
  horizontal: ["horizontal right", "center", "horizontal left"],
  vertical: ["vertical bottom", "center", "vertical top"],
};

/** The same for the dealer, who sees the cross from the other side. @type {Record<string, [number, number]>} */
export const DEALERS_CROSS = Object.fromEntries(Object.entries(CROSS).map(([place, [row, column]]) => [place, [4 - row, 4 - column]]));

/** Where a card of the cross lies as the players see it: "the top of the cross". @param {string} place */
function fromOurSide(place) {
  const [row, column] = CROSS[place];
  const end = row === 2 ? ["left", "middle", "right"][column - 1] : ["top", "", "bottom"][row - 1];
  return `the ${end} of the cross`;
}

const NAMES = new RegExp(`\\b(?:the )?(?:${Object.keys(CROSS).join("|")})\\b`, "gi");

/** Words about the cross for somebody who sits or stands across from the dealer. @param {string} text */
export function fromTheSeats(text) {
  return text.replace(NAMES, (place) => {
    const seen = fromOurSide(place.toLowerCase().replace(/^the /, ""));
    return place[0] === place[0].toUpperCase() ? seen.replace(/^t/, "T") : seen;
  });
}
