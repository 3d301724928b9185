// The world of a module: the WASI functions of abi/SPEC.md with exactly the answers that stand there.

import { SplitMix64, bytes8 } from "./numbers.mjs";

const success = 0, badFile = 8, fault = 21, invalid = 28;
const lastTime = (1n << 63n) - 1n;

/** Thrown by proc_exit. */
export class Exit extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

/** What one instance can learn of the world. Its memory must be set before its functions are called. */
export class World {
  constructor(environment) {
    this.clock = BigInt(environment.clockStart);
    this.step = BigInt(environment.clockStep);
    this.wall = BigInt(environment.wallTime);
    this.random = new SplitMix64(BigInt(environment.randomState));
    this.memory = null;
    this.printed = ""; // the end of what the module wrote
  }

  /** The import object of WebAssembly.Instance. */
  imports() {
    const bad = () => badFile;
    return {
      wasi_snapshot_preview1: {
        args_sizes_get: (count, size) => this.emptySizes(count, size),
        args_get: () => success,
        environ_sizes_get: (count, size) => this.emptySizes(count, size),
        environ_get: () => success,
        clock_time_get: (clock, _precision, result) => this.clockTimeGet(clock >>> 0, result >>> 0),
        sched_yield: () => success,
        poll_oneoff: (input, out, n, count) => this.pollOneoff(input >>> 0, out >>> 0, n >>> 0, count >>> 0),
        random_get: (at, n) => this.randomGet(at >>> 0, n >>> 0),
        fd_write: (fd, iovs, n, written) => this.fdWrite(fd >>> 0, iovs >>> 0, n >>> 0, written >>> 0),
        fd_read: bad, fd_close: bad, fd_fdstat_get: bad, fd_fdstat_set_flags: bad, fd_prestat_get: bad, fd_prestat_dir_name: bad,
        proc_exit: (code) => { throw new Exit(code >>> 0); },
      },
    };
  }

  inside(at, n) {
    return at + n <= this.memory.buffer.byteLength;
  }

  view() {
    return new DataView(this.memory.buffer);
  }

  emptySizes(count, size) {
    count >>>= 0;
    size >>>= 0;
    if (!this.inside(count, 4) || !this.inside(size, 4)) return fault;
    this.view().setUint32(count, 0, true);
    this.view().setUint32(size, 0, true);
    return success;
  }

  clockTimeGet(clock, result) {
    if (clock > 3) return invalid;
    if (!this.inside(result, 8)) return fault;
    let now = this.wall;
    if (clock !== 0) {
      this.clock = later(this.clock, this.step);
      now = this.clock;
    }
    this.view().setBigUint64(result, now, true);
    return success;
  }

  randomGet(at, n) {
    if (n > 65536) return invalid;
    if (!this.inside(at, n)) return fault;
    const out = new Uint8Array(this.memory.buffer, at, n);
    for (let i = 0; i < n; i += 8) out.set(bytes8(this.random.next()).subarray(0, n - i), i);
    return success;
  }

  fdWrite(fd, iovs, n, written) {
    if (fd !== 1 && fd !== 2) return badFile;
    if (n > 1024) return invalid;
    if (!this.inside(iovs, 8 * n)) return fault;
    const view = this.view();
    const parts = [];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const at = view.getUint32(iovs + 8 * i, true), size = view.getUint32(iovs + 8 * i + 4, true);
      if (!this.inside(at, size)) return fault;
      parts.push([at, size]);
      sum += size;
    }
    if (sum > 4294967295) return invalid;
    if (!this.inside(written, 4)) return fault;
    for (const [at, size] of parts) {
      this.printed = (this.printed + Buffer.from(this.memory.buffer, at, size).toString("latin1")).slice(-4096);
    }
    view.setUint32(written, sum, true);
    return success;
  }

  pollOneoff(input, out, n, count) {
    if (n === 0 || n > 1024) return invalid;
    if (!this.inside(input, 48 * n) || !this.inside(out, 32 * n) || !this.inside(count, 4)) return fault;
    const asked = new DataView(this.memory.buffer.slice(input, input + 48 * n));
    const subscriptions = [];
    for (let at = 0; at < 48 * n; at += 48) {
      const s = this.subscription(asked, at);
      if (s === null) return invalid;
      subscriptions.push(s);
    }
    if (subscriptions.every((s) => s.tag === 0)) {
      this.clock = subscriptions.reduce((t, s) => (s.deadline < t ? s.deadline : t), subscriptions[0].deadline);
    }
    const view = this.view();
    let events = 0;
    for (const s of subscriptions) {
      if (s.tag === 0 && s.deadline > this.clock) continue;
      const at = out + 32 * events++;
      new Uint8Array(this.memory.buffer, at, 32).fill(0);
      view.setBigUint64(at, s.user, true);
      view.setUint16(at + 8, s.tag === 0 ? success : badFile, true);
      view.setUint8(at + 10, s.tag);
    }
    view.setUint32(count, events, true);
    return success;
  }

  /** Reads a subscription; null for one that is invalid. */
  subscription(view, at) {
    const user = view.getBigUint64(at, true), tag = view.getUint8(at + 8);
    if (tag === 1 || tag === 2) return {user, tag};
    const clock = view.getUint32(at + 16, true);
    if (tag > 2 || clock > 3) return null;
    const timeout = view.getBigUint64(at + 24, true), absolute = (view.getUint16(at + 40, true) & 1) !== 0;
    let deadline;
    if (!absolute) {
      deadline = later(this.clock, timeout);
    } else if (clock === 0) {
      deadline = later(this.clock, timeout > this.wall ? timeout - this.wall : 0n);
    } else {
      deadline = timeout < this.clock ? this.clock : timeout < lastTime ? timeout : lastTime;
    }
    return {user, tag, deadline};
  }
}

/** The virtual clock stops at its end. */
function later(now, d) {
  return d > lastTime - now ? lastTime : now + d;
}
