// A rules module in V8: bytes in, bytes out, as abi/SPEC.md has it.

import { readFileSync } from "node:fs";

import { decode, encode } from "@msgpack/msgpack";

import { World } from "./wasi.mjs";

/** The worlds in which modules are proved, the one that the ABI pins first. */
export const environments = JSON.parse(readFileSync(new URL("environments.json", import.meta.url), "utf8"));

/** One instance of a module. After an error it must not be used again. */
export class Instance {
  constructor(compiled, environment) {
    this.world = new World(environment);
    const {exports} = new WebAssembly.Instance(compiled, this.world.imports());
    if (typeof exports.parley_abi_v1 !== "function") throw new Error("it is no module for ABI 1: it lacks the export parley_abi_v1");
    this.exports = exports;
    this.world.memory = exports.memory;
    exports._initialize();
  }

  offers(op) {
    return typeof this.exports[op] === "function";
  }

  /** Carries out an operation. Both sides are bytes; the answer is a copy. */
  raw(op, request) {
    const {buffer, memory} = this.exports;
    try {
      if (request.length > 0) {
        const at = buffer(request.length) >>> 0;
        if (at === 0) throw new Error(`the module takes no request of ${request.length} bytes`);
        new Uint8Array(memory.buffer, at, request.length).set(request);
      }
      const answer = BigInt.asUintN(64, this.exports[op](request.length));
      return new Uint8Array(memory.buffer, Number(answer >> 32n), Number(answer & 0xffffffffn)).slice();
    } catch (e) {
      const printed = this.world.printed.trim();
      throw new Error(`the module trapped in ${op}: ${e.message}${printed === "" ? "" : ": " + printed}`);
    }
  }

  /** Carries out an operation and decodes the answer. Returns {response, ok} or {response, error}. */
  call(op, request) {
    const response = this.raw(op, encode(request));
    return {response, ...decode(response)};
  }
}
