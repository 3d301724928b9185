// Replays logs with a module in V8 and compares every digest, in three worlds that differ in clock and random bytes.
//
//   node replay.mjs [--json] MODULE LOG...
//
// Exit code 0: all digests are equal; 1: some differ, or a log cannot be replayed; 2: wrong use.

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { digest, readLog, seedBytes } from "./log.mjs";
import { Instance, environments } from "./module.mjs";

/** Replays one log and returns {digests, difference}: how many digests were equal, and the first thing that differs or null. */
function replay(instance, path) {
  const {header, steps, outcome} = readLog(path);
  const views = [...Array(header.seats).keys(), "spectator"];
  let digests = 0, step = null;
  const differs = (line, part, expected, got) => ({digests, difference: {log: path, line, part, expected, got}});
  for (const {n, seat, move, ...want} of steps) {
    const look = want.step === undefined ? null : {moves: true, views};
    const {response, ok, error} = n === 0
      ? instance.call("init", {seats: header.seats, seed: seedBytes(header.seed), options: header.options, chance: header.chance,
        setup: header.setup, look})
      : instance.call("apply", {position: step.position, seat, move, look});
    if (error !== undefined) return differs(n + 2, "error", "none", `${error.code} ${error.detail}`.trim());
    step = ok;
    for (const [part, bytes] of [["position", step.position], ["step", response]]) {
      if (want[part] === undefined) continue;
      const got = digest(bytes);
      if (got !== want[part]) return differs(n + 2, part, want[part], got);
      digests++;
    }
  }
  if (!isDeepStrictEqual(step.outcome, outcome)) {
    return differs(steps.length + 2, "outcome", JSON.stringify(outcome), JSON.stringify(step.outcome));
  }
  return {digests, difference: null};
}

/** Replays all logs in one world. */
function replayAll(compiled, environment, paths) {
  const run = {environment: environment.name, logs: 0, digests: 0, difference: null, error: ""};
  try {
    const instance = new Instance(compiled, environment);
    for (const path of paths) {
      const {digests, difference} = replay(instance, path);
      run.digests += digests;
      if (difference !== null) return {...run, difference};
      run.logs++;
    }
  } catch (e) {
    run.error = e.message;
  }
  return run;
}

const args = process.argv.slice(2);
const json = args[0] === "--json";
const [module, ...paths] = json ? args.slice(1) : args;
if (module === undefined || module.startsWith("-") || paths.length === 0) {
  console.error("usage: node replay.mjs [--json] MODULE LOG...");
  process.exit(2);
}
const compiled = new WebAssembly.Module(readFileSync(module));
const result = {node: process.version, v8: process.versions.v8, runs: environments.map((e) => replayAll(compiled, e, paths))};
if (json) {
  console.log(JSON.stringify(result));
} else {
  for (const r of result.runs) {
    console.log(`V8 ${result.v8}, ${r.environment}: ${r.logs} of ${paths.length} logs, ${r.digests} digests alike`);
    const d = r.difference;
    if (d !== null) console.log(`${d.log}: line ${d.line} of the log: ${d.part}: expected ${d.expected}, got ${d.got}`);
    if (r.error !== "") console.log(r.error);
  }
}
process.exitCode = result.runs.every((r) => r.difference === null && r.error === "") ? 0 : 1;
