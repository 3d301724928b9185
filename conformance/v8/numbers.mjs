// The arithmetic of abi/SPEC.md: generators, bounded draws and the checksum of positions. Numbers of 64 bits are BigInts.

const mask = (1n << 64n) - 1n;

/** The eight bytes of b at a place as a little-endian number. What lies beyond the end is 0. */
function word(b, at) {
  let v = 0n;
  for (let i = 7; i >= 0; i--) v = (v << 8n) | BigInt(at + i < b.length ? b[at + i] : 0);
  return v;
}

/** A number as eight bytes, little-endian. */
export function bytes8(v) {
  const b = new Uint8Array(8);
  new DataView(b.buffer).setBigUint64(0, v, true);
  return b;
}

/** SplitMix64, the generator of playouts and of the random bytes of a module. */
export class SplitMix64 {
  constructor(state = 0n) {
    this.state = state & mask;
  }

  /** The generator of a playout's seed: words of 8 bytes, combined by exclusive or. */
  static fromSeed(seed) {
    let state = 0n;
    for (let at = 0; at < seed.length; at += 8) state ^= word(seed, at);
    return new SplitMix64(state);
  }

  next() {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & mask;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  }

  below(n) {
    return Number(((this.next() >> 32n) * BigInt(n)) >> 32n);
  }
}

/** ChaCha8Rand of C2SP, the generator of positions. A state is 33 bytes: the key, and how many numbers are used. */
export class ChaCha8 {
  constructor(state) {
    this.key = state.slice(0, 32);
    this.used = state[32] ?? 0;
    this.numbers = block(this.key);
  }

  static fromSeed(seed) {
    const state = new Uint8Array(33);
    state.set(seed);
    return new ChaCha8(state);
  }

  get state() {
    const s = new Uint8Array(33);
    s.set(this.key);
    s[32] = this.used;
    return s;
  }

  next() {
    if (this.used === 124) {
      // The last four of the 128 numbers are the next key.
      for (let i = 0; i < 4; i++) this.key.set(bytes8(this.numbers[124 + i]), 8 * i);
      this.numbers = block(this.key);
      this.used = 0;
    }
    return this.numbers[this.used++];
  }

  below(n) {
    if (n <= 1) return 0;
    const m = BigInt(n);
    const limit = mask + 1n - ((mask + 1n) % m);
    for (;;) {
      const x = this.next();
      if (x < limit) return Number(x % m);
    }
  }
}

/** The 128 numbers of a key: 16 blocks of ChaCha8, four at a time side by side. */
function block(key) {
  const k = new Uint32Array(8);
  const view = new DataView(key.buffer, key.byteOffset, 32);
  for (let i = 0; i < 8; i++) k[i] = view.getUint32(4 * i, true);
  const out = new Uint8Array(1024);
  const to = new DataView(out.buffer);
  for (let counter = 0; counter < 16; counter++) {
    const s = new Uint32Array(16);
    s.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    s.set(k, 4);
    s[12] = counter;
    const x = s.slice();
    for (let round = 0; round < 4; round++) {
      for (const [a, b, c, d] of [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
        [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]]) {
        x[a] += x[b]; x[d] = rotate(x[d] ^ x[a], 16);
        x[c] += x[d]; x[b] = rotate(x[b] ^ x[c], 12);
        x[a] += x[b]; x[d] = rotate(x[d] ^ x[a], 8);
        x[c] += x[d]; x[b] = rotate(x[b] ^ x[c], 7);
      }
    }
    for (let i = 4; i < 12; i++) x[i] += s[i]; // the key alone is added
    const group = counter >> 2, lane = counter & 3;
    for (let i = 0; i < 16; i++) to.setUint32(256 * group + 16 * i + 4 * lane, x[i], true);
  }
  return Array.from({length: 128}, (_, i) => word(out, 8 * i));
}

function rotate(v, n) {
  return (v << n) | (v >>> (32 - n));
}

/** The checksum of a position's bytes. */
export function checksum(b) {
  const k = 0x9e3779b97f4a7c15n;
  const mix = (h, w) => {
    h = ((h ^ w) * k) & mask;
    return h ^ (h >> 32n);
  };
  let h0 = 0x243f6a8885a308d3n, h1 = 0x13198a2e03707344n;
  let at = 0;
  for (; b.length - at >= 16; at += 16) {
    h0 = mix(h0, word(b, at));
    h1 = mix(h1, word(b, at + 8));
  }
  if (b.length - at >= 8) {
    h0 = mix(h0, word(b, at));
    at += 8;
  }
  h1 = mix(h1, word(b, at));
  h0 = mix(h0, BigInt(b.length));
  const h = ((h0 ^ (((h1 << 17n) | (h1 >> 47n)) & mask)) * k) & mask;
  return h ^ (h >> 29n);
}
