// Modules that are loaded, and of which an error comes right after that nobody catches: the whole gateway of OpenClaw
// is started with each (`late.json`). It calls every hook when it is up, or it ends before that.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { note } from "./agreement.mjs";
import { absent, here } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded } from "./tacklebox.mjs";

const ROWS = JSON.parse(readFileSync(join(here, "late.json"), "utf8"));
const NAMES = ["before", "late", "rest"];
/** The gateway may take so long until it calls hooks. */
const LONGEST = 120_000;

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** A home with three hooks, each of which writes its name when the gateway is up. */
function home({ text, beside }) {
  const it = fresh();
  put(it, ".openclaw/openclaw.json", '{gateway: {mode: "local"}, hooks: {internal: {enabled: true}}}\n');
  for (const name of NAMES) {
    const dir = `.openclaw/hooks/${name}`;
    const manifest = `---\nname: ${name}\ndescription: d\nmetadata: {"openclaw":{"events":["gateway:startup"]}}\n---\n`;
    const writes = `appendFileSync(${JSON.stringify(join(it.home, "called"))}, "${name}\\n")`;
    const handler = `export default async () => { ${writes}; };\n`;
    put(it, `${dir}/HOOK.md`, manifest);
    put(it, `${dir}/handler.ts`, `import { appendFileSync } from "node:fs";\n${name === "late" ? text : ""}${handler}`);
    if (beside) put(it, `${dir}/beside.ts`, beside);
  }
  return it;
}

/** Whether the gateway ends before it calls a hook. */
async function ends(version, it) {
  const called = () => (existsSync(join(it.home, "called")) ? readFileSync(join(it.home, "called"), "utf8") : "");
  const port = await freePort();
  const program = [join(openclaw(version), "openclaw.mjs"), "gateway", "run", "--auth", "none", "--bind", "loopback"];
  const gateway = spawn(node(), [...program, "--port", String(port)], {
    cwd: it.home,
    env: { HOME: it.home, PATH: it.path },
    detached: true,
    stdio: "ignore",
  });
  let over = false;
  const exit = new Promise((done) => gateway.once("exit", done)).then(() => (over = true));
  const until = Date.now() + LONGEST;
  try {
    while (!over && Date.now() < until && called().split("\n").length <= NAMES.length) await wait(100);
    const all = called().split("\n").filter(Boolean).sort();
    if (!over) assert.deepEqual(all, NAMES, "it is up, and calls all");
    return over && all.length === 0;
  } finally {
    try {
      process.kill(-gateway.pid, "SIGKILL");
    } catch {
      // It is gone.
    }
    await exit;
  }
}

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway ends for an error that nobody catches`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [name, row] of Object.entries(ROWS)) {
      const it = home(row);
      try {
        const { all } = loaded(it, "openclaw", version);
        const own = all.filter((hook) => NAMES.includes(hook.name));
        const late = own.find((hook) => hook.name === "late");
        const open = late.runtime.loads === null;
        const says = own.every(({ state }) => state === "broken");
        if (!says && own.some(({ state }) => state !== "ready")) wrong.push(`${name}: ${own.map((hook) => hook.reason)}`);
        const does = await ends(version, it);
        const known = Array.isArray(row.ends) ? row.ends.includes(version.split(".")[1]) : row.ends === true;
        if (does !== known) wrong.push(`${name}: the gateway ${does ? "ends" : "stays"}`);
        if (open !== Boolean(row.open) || (!open && says !== does)) wrong.push(`${name}: we say ${open ? "nothing" : says}, it ${does ? "ends" : "stays"}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "errors that its gateway meets later", Object.keys(ROWS).length, Object.keys(ROWS).length - wrong.length);
    assert.deepEqual(wrong, []);
  });
