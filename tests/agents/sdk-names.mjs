// The names that plugins can import of OpenClaw, by version, as the engine has them.
//
//   node tests/agents/sdk-names.mjs    writes engine/agents/src/dialect/sdk_names.txt again
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { here } from "./fetch.mjs";
import { fresh } from "./homes.mjs";
import { sdk } from "./openclaw-ask.mjs";

const FILE = join(here, "..", "..", "engine", "agents", "src", "dialect", "sdk_names.txt");
const MARKS = { "2026.7.35": "7", "2026.8.1": "8", "2026.9.6": "9" };
const HEAD = `# What \`openclaw/plugin-sdk\` and its parts export: a part, the versions that have it (7: 2026.7.35, 8: 2026.8.1,
# 9: 2026.9.6), and below it names by version. Written by tests/agents/sdk-names.mjs.
`;

export const kept = () => readFileSync(FILE, "utf8");

/** The text of the file, by what the packages say. */
export async function asked() {
  const it = fresh();
  const all = new Map();
  try {
    for (const [version, mark] of Object.entries(MARKS))
      for (const [part, names] of Object.entries(await sdk(version, it.home))) {
        if (!all.has(part)) all.set(part, new Map());
        const own = all.get(part);
        for (const name of ["", ...names]) own.set(name, (own.get(name) ?? "") + mark);
      }
  } finally {
    it.done();
  }
  let text = HEAD;
  for (const part of [...all.keys()].sort()) {
    const by = {};
    for (const [name, marks] of all.get(part)) if (name !== "") (by[marks] ??= []).push(name);
    text += `${part} ${all.get(part).get("")}\n`;
    for (const marks of Object.keys(by).map(String).sort()) text += ` ${marks} ${by[marks].sort().join(" ")}\n`;
  }
  return text;
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, await asked());
