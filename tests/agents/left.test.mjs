// What earlier versions of OpenClaw left in its home: the gateway of each version is started there, and does so where that
// is said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { putCalled, started } from "./gateway.mjs";
import { fresh, put } from "./homes.mjs";
import { node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { refusesToStart } from "./tacklebox.mjs";

/** A file, what else the config says, and what is in it. */
const LEFT = [
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
  [".openclaw/identity/device-auth.json", "", { version: 1, deviceId: "x", tokens: {} }],
  [".openclaw/exec-approvals.json", "", { version: 1, defaults: {}, agents: {} }],
  [".openclaw/node.json", "", { version: 1, nodeId: "x" }],
  ["own/sessions.json", 'session: {store: "~/own/sessions.json"}, '],
  [".clawdbot/clawdbot.json"],
  [".moltbot/moltbot.json"],
];

for (const version of VERSIONS)
  test(`OpenClaw ${version}: its gateway starts with what earlier versions left, unless that is said`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const wrong = [];
    for (const [path, more = "", holds = {}] of LEFT) {
      const it = fresh();
      put(it, ".openclaw/openclaw.json", `{gateway: {mode: "local", bind: "loopback"}, ${more}hooks: {internal: {enabled: true}}}\n`);
      put(it, path, JSON.stringify(holds));
      putCalled(it, "a");
      try {
        const says = refusesToStart(it, version);
        const { over, called } = await started(version, it, 1);
        assert.equal(called.length, over ? 0 : 1);
        if (says !== over) wrong.push(`${path}: the gateway ${over ? "ends" : "starts"}`);
      } finally {
        it.done();
      }
    }
    note(`OpenClaw ${version}`, "what earlier versions left in its home", LEFT.length, LEFT.length - wrong.length);
    assert.deepEqual(wrong, []);
  });
