// What earlier versions of OpenClaw left in its home: the gateway of each version is started there, and does so where that
// is said.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { loaded, refusesToStart, tacklebox } from "./tacklebox.mjs";

/** Files that a version takes over itself: each is tried with what is not JSON. */
const TORN = [
  "agents/main/sessions/sessions.json",
  "sessions/sessions.json",
  "cron/jobs.json",
  "update-check.json",
  "plugins/installs.json",
  "delivery-queue/a.json",
  "logs/config-health.json",
  "identity/device.json",
  "identity/device-auth.json",
  "credentials/telegram-pairing.json",
  "credentials/telegram-allowFrom.json",
  "devices/paired.json",
  "devices/pending.json",
  "nodes/paired.json",
  "node.json",
  "exec-approvals.json",
  "push/apns-registrations.json",
  "subagents/runs.json",
  "restart-sentinel.json",
  "settings/tts.json",
];

const OPEN = 'gateway: {mode: "local", bind: "loopback"}, ';

/** Who may talk to it is said. */
const NAMED = 'gateway: {mode: "local", bind: "loopback", auth: {mode: "token", token: "one-of-its-own"}}, ';

/** A file or several, what else the config says, what is in them, who may talk to the gateway, and variables. */
const LEFT = [
  ...TORN.map((path) => [`.openclaw/${path}`, "", "{"]),
  [".openclaw/exec-approvals.json", "", "{} // mine"],
  [".openclaw/cron/jobs.json", "", "{jobs: [],} // mine"],
  ...[
    "agents/main/agent/auth-profiles.json",
    "agents/main/agent/auth.json",
    "agents/main/agent/auth-state.json",
    "agents/other/agent/auth-profiles.json",
    "agent/auth-profiles.json",
    "agent/auth.json",
    "credentials/oauth.json",
    "agents/main/sessions/sessions.json",
    "agents/other/sessions/sessions.json",
    "agents/main/sessions/sessions.json.bak",
    "sessions/sessions.json",
    "sessions/11111111-1111-1111-1111-111111111111.jsonl",
    "cron/jobs.json",
    "devices/paired.json",
    "subagents/runs.json",
  ].map((path) => [`.openclaw/${path}`]),
  ...[OPEN, NAMED].map((who) => [".openclaw/identity/device-auth.json", "", { version: 1, deviceId: "x", tokens: {} }, who]),
  [".openclaw/exec-approvals.json", "", { version: 1, defaults: {}, agents: {} }],
  [".openclaw/node.json", "", { version: 1, nodeId: "x" }],
  ["x", 'meta: {lastTouchedVersion: "2027.1.1"}, '],
  ["x", 'meta: {lastTouchedVersion: "2026.7.1"}, '],
  ...[[".openclaw/workspace-dev/x"], [".openclaw/workspace-dev/x", ".openclaw-dev/workspace/x"]].map((paths) => [
    paths,
    "",
    "",
    OPEN,
    { OPENCLAW_PROFILE: "dev" },
  ]),
  ["own/sessions.json", 'session: {store: "~/own/sessions.json"}, '],
  [".clawdbot/clawdbot.json"],
  [".moltbot/moltbot.json"],
];

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway starts with what earlier versions left, unless that is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [path, more = "", holds = {}, who = OPEN, env = {}] of LEFT) {
      const it = fresh();
      it.env = env;
      put(it, ".openclaw/openclaw.json", `{${who}${more}hooks: {internal: {enabled: true}}}\n`);
      for (const one of [path].flat()) put(it, one, typeof holds === "string" ? holds : JSON.stringify(holds));
      putCalled(it, "a");
      try {
        const says = refusesToStart(it, version);
        const { over, called } = await started(version, it, 1, []);
        assert.equal(called.length, over ? 0 : 1);
        if (says !== over) wrong.push(`${path}: the gateway ${over ? "ends" : "starts"}`);
      } finally {
        it.done();
      }
    }
    // The home of an earlier version alone is taken over, with its hooks.
    for (const name of ["clawdbot.json", "openclaw.json"]) {
      const it = fresh();
      put(it, `.clawdbot/${name}`, `{${OPEN}hooks: {internal: {enabled: true}}}\n`);
      putCalled(it, "a", "", {}, ".clawdbot");
      try {
        const says = loaded(it, "openclaw", version).called;
        const { called } = await started(version, it, 1, []);
        assert.deepEqual(called, ["a"]);
        if (JSON.stringify(says) !== '[["a",["gateway:startup"]]]' || refusesToStart(it, version)) wrong.push(`.clawdbot/${name} alone`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "what earlier versions left in its home", LEFT.length + 2, LEFT.length + 2 - wrong.length);
    assert.deepEqual(wrong, []);
  });

/** What is at the place of the former home, beside a home or alone, and variables. */
const FORMER = [
  ["a file", (home) => writeFileSync(join(home, ".clawdbot"), "")],
  ["a link to elsewhere", (home) => [mkdirSync(join(home, "x")), symlinkSync(join(home, "x"), join(home, ".clawdbot"))]],
  ["a link to its home", (home) => symlinkSync(join(home, ".openclaw"), join(home, ".clawdbot"))],
  ["links into its home", (home) => [mkdirSync(join(home, ".clawdbot")), symlinkSync(join(home, ".openclaw/hooks"), join(home, ".clawdbot/hooks"))]],
  ["a folder, and its home is named", (home) => mkdirSync(join(home, ".clawdbot/x"), { recursive: true }), { OPENCLAW_STATE_DIR: "~/.openclaw" }],
];

for (const version of VERSIONS) {
  const skip = { skip: absent(() => [openclaw(version), node()]) };
  test(`OpenClaw ${version}: its gateway starts with what is at the place of its former home, unless that is said`, skip, async () => {
    const wrong = [];
    for (const [name, make, env = {}] of FORMER) {
      const it = fresh();
      it.env = env;
      put(it, ".openclaw/openclaw.json", `{${OPEN}hooks: {internal: {enabled: true}}}\n`);
      putCalled(it, "a");
      make(it.home);
      try {
        const says = refusesToStart(it, version);
        const { over } = await started(version, it, 1, []);
        if (says !== over) wrong.push(`${name}: the gateway ${over ? "ends" : "starts"}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "its former home", FORMER.length, FORMER.length - wrong.length);
    assert.deepEqual(wrong, []);
  });

  test(`OpenClaw ${version}: what it took over once it looks at again when its config changes, or never`, skip, async () => {
    const it = fresh();
    const config = (level) => put(it, ".openclaw/openclaw.json", `{${OPEN}logging: {level: "${level}"}, hooks: {internal: {enabled: true}}}\n`);
    config("info");
    putCalled(it, "a");
    const again = async () => {
      rmSync(join(it.home, "called"), { force: true });
      const { notes } = tacklebox(it, ["agents", "--runtime", `openclaw=${version}`]).json.find(({ agent }) => agent === "openclaw");
      const says = notes.find(({ id }) => id === "openclaw-not-started")?.sentence ?? "";
      return [says.includes("does not start again once"), (await started(version, it, 1, [])).over];
    };
    try {
      assert.deepEqual(await again(), [false, false]);
      put(it, ".openclaw/update-check.json", "{");
      const looksAgain = version !== "2026.7.35";
      assert.deepEqual(await again(), [looksAgain, false]);
      config("debug");
      assert.deepEqual(await again(), [looksAgain, looksAgain]);
    } finally {
      it.done();
    }
    note(`OpenClaw ${version}`, "what it took over once", 3, 3);
  });
}
