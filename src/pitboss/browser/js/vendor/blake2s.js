// BLAKE2s (RFC 7693), unkeyed, 32 bytes of digest. Browsers have none of their own.
// Written for Pitboss from the RFC. It is under the licence of the project (LICENSE), and depends on nothing.

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const BLOCK = 64;
const DIGEST = 32;

/** The order of the message words in each round. */
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/** The words that each of the eight steps of a round mixes: four columns, then four diagonals. */
const MIXED = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/**
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Mix one block into the state.
 * @param {Uint32Array} state
 * @param {DataView} block
 * @param {number} count bytes up to the end of this block
 * @param {boolean} last
 */
function compress(state, block, count, last) {
  const m = Array.from({ length: 16 }, (_, at) => block.getUint32(4 * at, true));
  const v = new Uint32Array(16);
  v.set(state);
  v.set(START, 8);
  v[12] ^= count >>> 0;
  v[13] ^= Math.floor(count / 2 ** 32);
  if (last) v[14] = ~v[14];
  for (const order of SIGMA)
    MIXED.forEach(([a, b, c, d], step) => {
      v[a] = v[a] + v[b] + m[order[2 * step]];
      v[d] = turned(v[d] ^ v[a], 16);
      v[c] = v[c] + v[d];
      v[b] = turned(v[b] ^ v[c], 12);
      v[a] = v[a] + v[b] + m[order[2 * step + 1]];
      v[d] = turned(v[d] ^ v[a], 8);
      v[c] = v[c] + v[d];
      v[b] = turned(v[b] ^ v[c], 7);
    });
  for (let at = 0; at < 8; at++) state[at] ^= v[at] ^ v[at + 8];
}

/**
 * The BLAKE2s digest of some bytes, as 64 hexadecimal digits.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function blake2s(bytes) {
  const state = Uint32Array.from(START);
  state[0] ^= 0x01010000 ^ DIGEST;
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK)); // nothing at all is one block of zeros
  for (let at = 0; at < blocks; at++) {
    const block = new Uint8Array(BLOCK);
    block.set(bytes.subarray(at * BLOCK, (at + 1) * BLOCK));
    const last = at === blocks - 1;
    compress(state, new DataView(block.buffer), last ? bytes.length : (at + 1) * BLOCK, last);
  }
  const out = new DataView(new ArrayBuffer(DIGEST));
  state.forEach((word, at) => out.setUint32(4 * at, word, true));
  return Array.from({ length: DIGEST }, (_, at) => out.getUint8(at).toString(16).padStart(2, "0")).join("");
}
