// Modules of which only running them tells whether they load: each is given to the runtimes of the agents where it
// loads, and where it does not. The engine's own tests say what is said of them (`depends.json`).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { bun } from "./family-ask.mjs";
import { absent, here, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw } from "./openclaw-ask.mjs";

const ROWS = JSON.parse(readFileSync(join(here, "depends.json"), "utf8"));
const LOADED = "it was loaded";

/** Whether a program loads this module among these files, with these variables. */
function loads(program, text, { env = {}, files = {} }) {
  const it = fresh();
  try {
    for (const [name, content] of Object.entries(files)) put(it, `hook/${name}`, content);
    put(it, "hook/handler.ts", text);
    put(it, "hook/load.mjs", `await import("./handler.ts");\nconsole.log("${LOADED}");\n`);
    const folder = join(it.home, "hook");
    const base = { HOME: it.home, PATH: process.env.PATH };
    const { stdout } = spawnSync(program, ["load.mjs"], { cwd: folder, env: { ...base, ...env }, encoding: "utf8" });
    return stdout.includes(LOADED);
  } finally {
    it.done();
  }
}

for (const [name, program, needs] of [
  ["bun", bun, () => loader("milady")],
  ["Node", node, () => openclaw("2026.9.6")],
]) {
  test(`${name} loads what depends on its surroundings here, and not there`, { skip: absent(needs) }, () => {
    const told = [];
    for (const [row, { text, said, loads: where, fails }] of Object.entries(ROWS)) {
      assert.equal(said !== undefined, fails !== undefined, row);
      if (!loads(program(), text, where)) told.push(`${row} does not load`);
      if (fails && loads(program(), text, fails)) told.push(`${row} loads`);
    }
    note(name, "modules that only a run tells of", Object.keys(ROWS).length, Object.keys(ROWS).length - told.length);
    assert.deepEqual(told, []);
  });
}
