// The score of a dealer's practice. It is kept in this browser, for each person by itself.

const MARKS = 21;

/** The kinds of question, and what they are called. @type {[string, string][]} */
export const KINDS = [["settle", "What does a seat get"], ["check", "Find a colleague's mistake"], ["misdeal", "Which irregularity is this"], ["found", "When is it noticed"], ["next", "What comes next"]];

/**
 * @typedef {object} Kept
 * @property {Record<string, {right: number, of: number}>} kinds
 * @property {boolean[]} marks the last questions, newest last: whether all of it was right
 * @property {string[]} asked the kinds of question that are wanted
 */

export class Score {
  /** @param {string} person */
  constructor(person) {
    this.key = `desk-practice-${person}`;
    /** @type {Kept} */
    this.kept = { kinds: {}, marks: [], asked: KINDS.map(([kind]) => kind), ...JSON.parse(localStorage.getItem(this.key) || "{}") };
  }

  save() {
    localStorage.setItem(this.key, JSON.stringify(this.kept));
  }

  /** @param {string} kind */
  of(kind) {
    return this.kept.kinds[kind] ?? { right: 0, of: 0 };
  }

  total() {
    const all = KINDS.map(([kind]) => this.of(kind));
    return { right: all.reduce((sum, one) => sum + one.right, 0), of: all.reduce((sum, one) => sum + one.of, 0) };
  }

  /** @param {string} kind @param {number} right @param {number} of */
  count(kind, right, of) {
    const before = this.of(kind);
    this.kept.kinds[kind] = { right: before.right + right, of: before.of + of };
    this.kept.marks = [...this.kept.marks, right === of].slice(-MARKS);
    this.save();
  }

  /** @param {string} kind @param {boolean} wanted */
  want(kind, wanted) {
    this.kept.asked = KINDS.map(([one]) => one).filter((one) => (one === kind ? wanted : this.kept.asked.includes(one)));
    this.save();
  }

  /** A kind of question to ask now. */
  any() {
    const asked = this.kept.asked.length ? this.kept.asked : KINDS.map(([kind]) => kind);
    return asked[Math.floor(Math.random() * asked.length)];
  }

  forget() {
    this.kept = { ...this.kept, kinds: {}, marks: [] };
    this.save();
  }
}
