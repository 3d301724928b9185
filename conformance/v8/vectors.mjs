// Checks abi/testdata/vectors.json against an implementation of abi/SPEC.md that shares no line with the one that made it: the
// arithmetic, the encodings, the parts of positions, the WASI functions, and every call in the games' modules.
//
//	node vectors.mjs [--json] VECTORS MODULES
//
// VECTORS is the file, MODULES the folder of the modules. Exit code 0: all is as it should be; 1: something is not; 2: wrong use.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { decode, encode } from "@msgpack/msgpack";

import { digest, seedBytes } from "./log.mjs";
import { Instance, environments } from "./module.mjs";
import { ChaCha8, SplitMix64, bytes8, checksum } from "./numbers.mjs";
import { World } from "./wasi.mjs";

const bytes = (digits) => Uint8Array.from(Buffer.from(digits, "hex"));
const hex = (b) => Buffer.from(b).toString("hex");
const number = (v) => v.toString(16).padStart(16, "0");

/** A value with its byte strings as they are in JSON. */
function plain(v) {
  if (v instanceof Uint8Array) return "hex:" + hex(v);
  if (Array.isArray(v)) return v.map(plain);
  if (v !== null && typeof v === "object") return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, plain(x)]));
  return v;
}

const faults = [];
const checked = {};

/** Notes a fault unless two things are equal; they are compared with the order of their keys. */
function same(list, name, want, got) {
  checked[list] = (checked[list] ?? 0) + 1;
  const [a, b] = [JSON.stringify(want), JSON.stringify(got)];
  if (a !== b) faults.push(`${list}: ${name}: expected ${a}, got ${b}`);
}

const checks = {
  values(list) {
    for (const {name, json, hex: digits, also} of list) {
      for (const encoding of [digits, ...also]) same("values", name, json, plain(decode(bytes(encoding))));
      same("values", name, digits, hex(encode(decode(bytes(digits)))));
    }
  },

  checksums(list) {
    for (const {hex: digits, sum} of list) same("checksums", digits, sum, number(checksum(bytes(digits))));
  },

  chacha8(list) {
    for (const {seed, numbers, below, states} of list) {
      let r = ChaCha8.fromSeed(bytes(seed));
      same("chacha8", seed, numbers, numbers.map(() => number(r.next())));
      r = ChaCha8.fromSeed(bytes(seed));
      for (const {n, drawn} of below) same("chacha8", `${seed}: Below(${n})`, drawn, r.below(n));
      r = ChaCha8.fromSeed(bytes(seed));
      let used = 0;
      for (const s of states) {
        for (; used < s.used; used++) r.next();
        same("chacha8", `${seed}: the state after ${used}`, s.state, hex(r.state));
        same("chacha8", `${seed}: on from the state after ${used}`, s.next, number(new ChaCha8(bytes(s.state)).next()));
      }
    }
  },

  splitmix64(list) {
    for (const {seed, numbers, below, state} of list) {
      const s = SplitMix64.fromSeed(bytes(seed));
      same("splitmix64", seed, numbers, numbers.map(() => number(s.next())));
      for (const {n, drawn} of below) same("splitmix64", `${seed}: Below(${n})`, drawn, s.below(n));
      same("splitmix64", `${seed}: the state`, state, hex(bytes8(s.state)));
    }
  },

  seeds(list) {
    for (const {json, bytes: digits, key} of list) {
      same("seeds", json, digits, hex(seedBytes(json)));
      same("seeds", json, key, hex(ChaCha8.fromSeed(seedBytes(json)).key));
    }
  },

  manifests(list) {
    for (const {game, hex: digits, json} of list) {
      same("manifests", game, json, decode(bytes(digits)));
      same("manifests", game, digits, hex(encode(json)));
    }
  },

  section({module, manifest, packed}) {
    const name = Buffer.from("parley.manifest");
    const section = Buffer.concat([Buffer.from([name.length]), name, bytes(manifest)]);
    same("section", "packed", hex(Buffer.concat([bytes(module), Buffer.from([0, section.length]), section])), packed);
  },

  positions(list) {
    for (const v of list) {
      const options = encode(v.options), body = bytes(v.body);
      const le = (n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24]);
      const b = Buffer.concat([Buffer.from("PLY\x01"), Buffer.from([v.game.length]), Buffer.from(v.game), Buffer.from([v.rules.length]),
        Buffer.from(v.rules), Buffer.from([v.seats, v.chance === "host" ? 1 : 0]), le(options.length), options, bytes(v.generator), le(body.length), body]);
      same("positions", v.name, v.checksum, number(checksum(b)));
      same("positions", v.name, v.hex, hex(b) + hex(bytes8(checksum(b))));
    }
  },

  logs(list) {
    for (const {game, lines, responses} of list) {
      const steps = lines.slice(1, -1).map((line) => JSON.parse(line));
      same("logs", game, steps.length, responses.length);
      responses.forEach((digits, n) => {
        const response = bytes(digits), {position, outcome} = decode(response).ok;
        same("logs", `${game}, step ${n}`, [steps[n].position, steps[n].step], [digest(position), digest(response)]);
        if (n === steps.length - 1) same("logs", game, JSON.parse(lines.at(-1)).outcome, outcome);
      });
    }
  },

  wasi(list) {
    for (const {name, calls} of list) {
      const world = new World(environments[0]);
      world.memory = {buffer: new ArrayBuffer(65536)};
      const functions = world.imports().wasi_snapshot_preview1;
      calls.forEach(({function: f, args, before, errno, after}, i) => {
        const memory = new Uint8Array(world.memory.buffer);
        for (const [at, digits] of Object.entries(before)) memory.set(bytes(digits), Number(at));
        const was = memory.slice();
        // i32 parameters come signed, as an engine gives them; the precision is an i64.
        const given = args.map((a, n) => (f === "clock_time_get" && n === 1 ? BigInt(a) : a | 0));
        same("wasi", `${name}, call ${i}: ${f}`, errno, functions[f](...given));
        if (errno !== 0) same("wasi", `${name}, call ${i}: ${f} changes nothing`, true, isDeepStrictEqual(was, memory));
        for (const [at, digits] of Object.entries(after)) {
          same("wasi", `${name}, call ${i}: ${f} at ${at}`, digits, hex(memory.subarray(Number(at), Number(at) + digits.length / 2)));
        }
      });
    }
  },
};

/** The checks that need the games' modules. */
function moduleChecks(dir) {
  const instances = {};
  const instance = (game) => (instances[game] ??= new Instance(new WebAssembly.Module(readFileSync(join(dir, game + ".wasm"))), environments[0]));
  return {
    calls(list) {
      for (const {name, game, op, request, response} of list) {
        const got = instance(game).raw(op, bytes(request));
        same("calls", name, response, hex(got));
        same("calls", `${name}: the response is canonical`, hex(got), hex(encode(decode(got))));
      }
    },

    refused(list) {
      for (const {name, hex: digits, code, detail} of list) {
        same("refused", name, {error: {code, detail}}, decode(instance("pig").raw("init", bytes(digits))));
      }
    },

    manifests(list) {
      for (const {game, hex: digits} of list) same("manifests", game, "81a26f6b" + digits, hex(instance(game).raw("manifest", new Uint8Array())));
    },

    moves(list) {
      for (const {game, named, compact} of list) {
        same("moves", JSON.stringify(named), compact, hex(encode(compactMove(instance(game).call("manifest", {}).ok, named))));
      }
    },
  };
}

/** A named move in its compact form. */
function compactMove(manifest, named) {
  const kind = manifest.moves.findIndex((k) => k.name === named.type);
  const value = ([type, ...rest], v) => {
    if (type === "word") return rest.indexOf(v);
    if (type === "list") return v.map((x) => value(rest[0], x));
    return v;
  };
  return [kind, ...manifest.moves[kind].args.map((a) => (named[a.name] === undefined ? null : value(a.type, named[a.name])))];
}

const args = process.argv.slice(2);
const json = args[0] === "--json";
const [file, modules] = json ? args.slice(1) : args;
if (modules === undefined) {
  console.error("usage: node vectors.mjs [--json] VECTORS MODULES");
  process.exit(2);
}
const {format, ...vectors} = JSON.parse(readFileSync(file, "utf8"));
if (format !== "parley-vectors/1") throw new Error(`${file}: the format is ${format}`);
for (const [name, check] of [...Object.entries(checks), ...Object.entries(moduleChecks(modules))]) {
  try {
    check(vectors[name]);
  } catch (e) {
    faults.push(`${name}: ${e.message}`);
  }
}
for (const name of Object.keys(vectors)) {
  if (!(name in checked)) faults.push(`${name}: there is no check of these vectors`);
}
if (json) {
  console.log(JSON.stringify({checked, faults}));
} else {
  for (const fault of faults) console.log(fault);
  console.log(Object.entries(checked).map(([name, n]) => `${n} of ${name}`).join(", ") + `: ${faults.length} faults`);
}
process.exitCode = faults.length === 0 ? 0 : 1;
