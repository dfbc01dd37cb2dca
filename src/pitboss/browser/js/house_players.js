// Players of the house: how the page tells them from people. Their names end with "(house)", which no person's name does.

/** Whether this is the id of a player of the house. No person has such an id. @param {string} id */
export const isHousePlayer = (id) => id.startsWith("house-");

/** How many of these seats people have, and how many players of the house have. @param {{house: boolean}[]} seats */
export function countSeated(seats) {
  const house = seats.filter((one) => one.house).length;
  return { people: seats.length - house, house };
}
