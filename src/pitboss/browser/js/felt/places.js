// The shape of a game's places. Circles and boxes give their centre, cards the top left corner of the first.

/**
 * @typedef {object} Spot where a wager lies: a circle if it has `r`, else a box
 * @property {number} x
 * @property {number} y
 * @property {number} [r]
 * @property {number} [w]
 * @property {number} [h]
 * @property {string} [line] the line of the cross that it belongs to
 * @property {[number, number]} [label] where its name stands; below it if it says nothing, nowhere if null
 * @property {string} [text] its name, where the usual one is too long
 * @property {"slot"} [kind]
 * @property {number} [size] of the label
 * @property {number} [most] the width of the label, which then has several lines, and of what stands in its place
 * @property {boolean} [inside] whether the name stands inside while nothing lies there
 * @property {boolean} [plain] whether the name stands without the amount
 * @property {boolean} [unprinted] whether it has no print of its own: without chips nothing is drawn
 * @property {boolean} [fleeting] whether it is drawn only while it is open, or while chips lie there
 * @property {boolean} [apart] whether its chips do not count to the sum of the hand
 * @property {[number, number] | "name"} [tag] where it says what it won: beside its chips, or in place of its name; above it if it says nothing
 * @property {number} [below] the height at which it says so below its name
 */

/**
 * @typedef {object} Row where cards lie
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} step
 * @property {number[]} [sizes] a hand grows to these counts, and lies centred at `x`
 * @property {[number, number][]} [at] places that are not in a row
 * @property {number} [most] the width that cards may take; then they lie closer
 */

/** @typedef {{x: number, y: number, w: number, h: number}} Box centre and size */

/**
 * @typedef {object} Words printed words
 * @property {string} text
 * @property {number} x
 * @property {number} y the baseline in the middle
 * @property {number} size
 * @property {number} [bend] how much higher the ends are than the middle
 * @property {number} [half] half the width of the arc
 * @property {boolean} [title]
 * @property {string} [needs] the wager without which it is not printed
 */

/** @typedef {{x: number, y: number, side: "left" | "right" | "over", most: number}} Call where the bubble points to, and its greatest width */

/**
 * @typedef {object} Bets where the wagers of another seat lie, from the middle of its plate; x counts inwards
 * @property {Record<string, Spot[]>} spots
 * @property {[number, number]} sum
 * @property {number} [crowd] the most seats on a side that have room for their sums; 5 if it says nothing
 * @property {[number, number]} won where all that the seat has won lies
 */

/**
 * @typedef {object} Columns several own hands
 * @property {Record<number, number[]>} x by the number of hands, the first hand first
 * @property {number} total
 * @property {number} name
 * @property {number} sum
 * @property {Box} frame its x is from the middle of the column
 * @property {Record<string, Spot>} spots x from the middle of the column
 * @property {Row} row
 */

/**
 * @typedef {object} Places
 * @property {number} width in units
 * @property {number} height
 * @property {"around" | "sides" | "strip"} seats
 * @property {number} [strip] the height of the strip of seats, where there is one
 * @property {boolean} [oneLarge] whether the own hand in play is large, and others lie small beside it
 * @property {Box} [inventory]
 * @property {{box: Box, words: string[], deck: number, ramp?: boolean}} [shoe]
 * @property {Box} [rack]
 * @property {Box} [meter]
 * @property {Words[]} print
 * @property {Call} call
 * @property {Call} [crowdedCall] where three or more sit beside it
 * @property {Record<string, Row>} cards by place; "own" for the own hand
 * @property {[number, number]} [dealerName]
 * @property {{hole: [number, number], up: [number, number]}} [dealerShows] where it says how many hole cards there are, and what is up
 * @property {Record<string, Spot[]>} areas
 * @property {Columns} [columns]
 * @property {Partial<Places>} [fourHands] what lies elsewhere while the own seat has four hands
 * @property {[number, number]} name
 * @property {number} [nameMost] the width from which on the own hand's name is cut
 * @property {{x: number, y: number, w: number, h: number}} plate top left corner
 * @property {{x: number, y: number, r: number}} clock
 * @property {Bets} [bets]
 * @property {string[]} [boards] the places of the board; "community" if it says nothing
 * @property {Box} [frame] round the community cards
 * @property {Record<string, Box>} [arms] round the lines of a cross
 * @property {Words[]} [armNames]
 * @property {Record<string, Box>} [makes] what each line makes now
 * @property {{x: number, y: number, half: number, r: number, thick: number, text: string}} [insurance]
 * @property {{box: Box, lines: [string, string, string][]}} [board] the printed pay table: category, words, odds
 * @property {Words[]} [also] print that stands beside areas
 * @property {Box & {small?: boolean}} banner small: in small print, with what it says in one paragraph
 */

/**
 * @typedef {object} GamePlaces
 * @property {string} title
 * @property {Record<string, string>} labels the printed names of wagers
 * @property {boolean} totals whether hands have totals
 * @property {string[]} main the wagers on a hand against the dealer, or on what it makes; all others are side wagers, or earned
 * @property {Record<string, string>} [earned] the wagers on whose areas earned bonuses lie
 * @property {(side: -1 | 1, count: number, at: number) => {dx: number, y: number, scale: number}} [seatAt] where another seat sits, if it is not the usual place
 * @property {number} [watched] the scale of seats for somebody who watches
 * @property {number} [nearest] how much higher the bets of the nearest of several seats lie
 * @property {number[][]} [sides] upright tablets: the height of plates on a side
 * @property {boolean} [corners] whether seats without a plate stand two by two in the upper corners of a tablet
 * @property {Places} wide from 900 pixels
 * @property {Places} tablet
 * @property {Places} phone up to 560 pixels
 * @property {Places} side a phone on its side
 */

export const WIDE = { width: 1000, height: 675, seats: /** @type {"around"} */ ("around"), plate: { x: 108, y: 589, w: 146, h: 40 }, clock: { x: 786, y: 609, r: 32 }, inventory: { x: 500, y: 28, w: 369, h: 42 } };
export const TABLET = { width: 768, height: 634, seats: /** @type {"sides"} */ ("sides"), plate: { x: 29, y: 546, w: 162, h: 45 }, clock: { x: 690, y: 562, r: 34 }, inventory: { x: 384, y: 29, w: 292, h: 42 } };
export const PHONE = { width: 390, height: 640, seats: /** @type {"strip"} */ ("strip"), strip: 66, oneLarge: true, plate: { x: 0, y: 0, w: 0, h: 0 }, clock: { x: 0, y: 0, r: 0 } };
export const SIDE = { width: 540, height: 345, seats: /** @type {"strip"} */ ("strip"), strip: 34, plate: { x: 0, y: 0, w: 0, h: 0 }, clock: { x: 0, y: 0, r: 0 } };
