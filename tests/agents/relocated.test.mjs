// Where OpenClaw is in the end: its gateway reads what its own .env and its config say of its place, and looks there. The
// hooks that it calls are those that are said to be called.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { putCalled, run, until } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded, refusesToStart } from "./tacklebox.mjs";

const GATEWAY = { mode: "local", bind: "loopback", auth: { mode: "token", token: "only-of-this-test-0123456789" } };
const TWO = [{ id: "b", workspace: "HOME/ws" }, { id: "main", workspace: "HOME/one" }];

/** `file`: the .env in the usual home; `vars`, `agents`: of the config there. */
const SAYS = {
  "nothing": {},
  "a home in its file": { file: "OPENCLAW_STATE_DIR=HOME/st\n" },
  "a home and a workspace in its file": { file: "OPENCLAW_STATE_DIR=HOME/st\nOPENCLAW_WORKSPACE_DIR=HOME/ws\n" },
  "a config in its file": { file: "OPENCLAW_CONFIG_PATH=HOME/st/openclaw.json\n" },
  "a profile in its file": { file: "OPENCLAW_PROFILE=dev\n" },
  "what is blank in its file": { file: "OPENCLAW_STATE_DIR=\nOPENCLAW_PROFILE= \n" },
  "a home in its config": { vars: { OPENCLAW_STATE_DIR: "HOME/st" } },
  "a file before a config": { file: "OPENCLAW_STATE_DIR=HOME/st\n", vars: { OPENCLAW_CONFIG_PATH: "HOME/one/openclaw.json" } },
  "several agents": { agents: { list: TWO } },
  "several agents, one of them marked": { agents: { list: [TWO[0], { ...TWO[1], default: true }] } },
  "one agent": { agents: { list: [TWO[0]] } },
  "a workspace that is its home": { agents: { defaults: { workspace: "HOME/.openclaw" } } },
};
const HOMES = [".openclaw", "st", "one", "ws", ".openclaw/workspace", ".openclaw/workspace-dev", ".openclaw-dev/workspace", "st/workspace"];

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway calls the hooks of the place that it comes to`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [what, { file = "", vars = {}, agents = {} }] of Object.entries(SAYS)) {
      const it = fresh();
      try {
        const here = (text) => text.replaceAll("HOME", it.home);
        const names = HOMES.map((_, at) => `at${at}`);
        HOMES.forEach((home, at) => putCalled(it, names[at], "", {}, home));
        const entries = Object.fromEntries(names.map((name) => [name, { enabled: true }]));
        const config = { gateway: GATEWAY, hooks: { internal: { enabled: true, entries } } };
        put(it, ".openclaw/openclaw.json", here(JSON.stringify({ ...config, env: { vars }, agents })));
        for (const home of ["st", "one"]) put(it, `${home}/openclaw.json`, JSON.stringify(config));
        if (file) put(it, ".openclaw/.env", here(file));
        // Which does not start calls none, whatever it would load.
        const starts = !refusesToStart(it, version);
        const ours = loaded(it, "openclaw", version).called.filter(([, keys]) => starts && keys.length > 0);
        const expected = ours.map(([name]) => name).filter((name) => name.startsWith("at")).sort();
        const called = () => {
          const told = join(it.home, "called");
          return existsSync(told) ? [...new Set(readFileSync(told, "utf8").split("\n").filter(Boolean))].sort() : [];
        };
        const gateway = await run(version, it);
        try {
          await until(gateway, () => starts && called().length >= expected.length);
          // Another one may come after them.
          await wait(1500);
        } finally {
          await gateway.stop();
        }
        if (JSON.stringify(called()) !== JSON.stringify(expected))
          wrong.push(`${what}\n  we say:   ${expected}\n  it calls: ${called()}`);
      } finally {
        it.done();
      }
    }
    const all = Object.keys(SAYS).length;
    note(`OpenClaw ${version}`, "places that it comes to", all, all - wrong.length);
    assert.equal(wrong.length, 0, wrong.join("\n"));
  });
