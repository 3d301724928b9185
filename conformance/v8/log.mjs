// Logs of games, as abi/SPEC.md has them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { bytes8 } from "./numbers.mjs";

/** Reads a log: {header, steps, outcome}, outcome being null for a game that had not ended. */
export function readLog(path) {
  const lines = readFileSync(path, "utf8").split("\n");
  if (lines.pop() !== "" || lines.length < 3) throw new Error(`${path}: the log has been cut`);
  const [header, ...steps] = lines.map((line) => JSON.parse(line));
  if (header.format !== "parley-log/1") throw new Error(`${path}: the format is ${JSON.stringify(header.format)}, and this reads "parley-log/1"`);
  if (header.abi.split(".")[0] !== "1") throw new Error(`${path}: it speaks ABI ${header.abi}, and this is ABI 1`);
  const last = steps.pop();
  if (last.outcome === undefined && last.open !== true) throw new Error(`${path}: the last line tells no end`);
  steps.forEach((step, n) => {
    if (step.n !== n) throw new Error(`${path}: line ${n + 2} must have "n": ${n}`);
  });
  return {header, steps, outcome: last.outcome ?? null};
}

/** The bytes of a seed as it stands in JSON: a number, or "hex:..." */
export function seedBytes(seed) {
  if (typeof seed === "number") return bytes8(BigInt(seed));
  return Uint8Array.from(Buffer.from(seed.replace(/^hex:/, ""), "hex"));
}

/** What a log keeps of bytes. */
export function digest(b) {
  return createHash("sha256").update(b).digest("hex").slice(0, 16);
}
