// Rules that somebody edits: what differs from the document's, as an address and as a body for the house. No drawing.

/**
 * @typedef {object} Option as /api/games/GAME/lab answers it
 * @property {string} option
 * @property {string} means
 * @property {string[]} clauses
 * @property {any} default
 * @property {any[]} values
 * @property {string} takes
 * @property {boolean} fixed
 */

export class Draft {
  /** @param {Option[]} options */
  constructor(options) {
    this.options = options;
    /** @type {Map<string, any>} what differs: by option, or by option and line of a pay table, as "pays.flush" */
    this.changed = new Map();
  }

  /** @param {string} key */
  option(key) {
    return this.options.find((one) => one.option === key || key.startsWith(`${one.option}.`));
  }

  /**
   * The document's value of an option or a line.
   * @param {string} key
   */
  document(key) {
    const option = this.option(key);
    return option && option.option !== key ? option.default[key.slice(option.option.length + 1)] : option?.default;
  }

  /** @param {string} key */
  value(key) {
    return this.changed.has(key) ? this.changed.get(key) : this.document(key);
  }

  /**
   * @param {string} key
   * @param {any} value
   */
  set(key, value) {
    if (value === this.document(key)) this.changed.delete(key);
    else this.changed.set(key, value);
  }

  /** The body for the house: only what differs. */
  rules() {
    /** @type {Record<string, any>} */
    const made = {};
    for (const [key, value] of this.changed) {
      const option = this.option(key);
      if (!option) continue;
      if (option.option === key) made[key] = value;
      else (made[option.option] ||= {})[key.slice(option.option.length + 1)] = value;
    }
    return made;
  }

  /** The part of the address after the question mark. */
  query() {
    return new URLSearchParams([...this.changed].map(([key, value]) => [key, String(value)])).toString();
  }

  /** @param {string} query */
  read(query) {
    for (const [key, text] of new URLSearchParams(query)) {
      const document = this.document(key);
      if (document === undefined || typeof document === "object") continue; // an address of another version
      if (typeof document === "number") this.set(key, Number(text));
      else if (typeof document === "boolean") this.set(key, text === "true");
      else this.set(key, text);
    }
  }
}

/**
 * Odds that are a step higher or lower: "8 to 1" and "10 to 1" are one step from "9 to 1".
 * @param {string} odds
 * @param {number} by
 */
export function stepped(odds, by) {
  const [, pays, word, per] = /^([\d,]+)( (?:to|for) )([\d,]+)$/.exec(odds) || [];
  if (!pays) return odds;
  const unit = Number(per.replace(/,/g, ""));
  const next = Number(pays.replace(/,/g, "")) + by * unit;
  return next < 0 ? odds : `${next.toLocaleString("en-US")}${word}${per}`;
}
