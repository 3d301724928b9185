// Says which modules wabt takes for valid: one line of JSON, {file: null} for a valid one and {file: message} for another. What the
// host does not take either (vectors, threads, exceptions, tail calls) is switched off.
//
//   node validate.mjs FILE...
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import load from "wabt";

const features = {
  mutable_globals: true, sat_float_to_int: true, sign_extension: true, multi_value: true, bulk_memory: true, reference_types: true,
  exceptions: false, simd: false, threads: false, function_references: false, tail_call: false, annotations: false, gc: false,
  memory64: false, multi_memory: false, extended_const: false, relaxed_simd: false,
};

const wabt = await load();
const result = {};
for (const file of process.argv.slice(2)) {
  result[basename(file)] = null;
  let module;
  try {
    module = wabt.readWasm(await readFile(file), { readDebugNames: false, ...features });
    module.validate(features);
  } catch (e) {
    result[basename(file)] = e.message;
  } finally {
    module?.destroy();
  }
}
console.log(JSON.stringify(result));
