// A computer for the agents' own programs: every hook that ships, notes of yesterday, a desktop and a GitHub.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { absent } from "../agents/fetch.mjs";
import { HOOKS, place, write } from "./helper.mjs";

export const MODULES = readdirSync(HOOKS).filter((name) => existsSync(join(HOOKS, name, "module")));
export const TODAY = new Date().toLocaleDateString("sv");
const YESTERDAY = new Date(Date.now() - 24 * 3_600_000).toLocaleDateString("sv");

/** Runs what needs an agent's own program, or says by name what is not available. */
export function real(title, needs, body) {
  test(title, { skip: process.platform === "linux" ? absent(needs) : "written for Linux" }, body);
}

/** A home with every hook that ships, notes of yesterday, a desktop and a GitHub. */
export async function home(t, agent) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "real-loaders-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, `.${agent}`);
  const workspace = join(folder, "work");
  for (const name of MODULES) place(name, "module", own);
  write(join(workspace, "notes.md"), "mine");
  write(join(workspace, "BOOT.md"), "Boot words");
  write(join(workspace, "memory", `${YESTERDAY}.md`), "- [ ] call the roofer\n");
  const bin = join(folder, "bin");
  write(join(bin, "notify-send"), `#!/bin/sh\nprintf '%s|' "$@" >> '${folder}/shown'\n`);
  chmodSync(join(bin, "notify-send"), 0o755);
  const server = createServer((_, answer) => answer.end('[{"reason":"mention","repository":{"full_name":"me/app"},"subject":{"title":"Fix"}}]'));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  t.after(() => server.close());
  const entries = { "github-digest": { enabled: true, env: { GITHUB_TOKEN: "ghp_test" } } };
  // OpenClaw takes named entries for a list of those that it may load.
  if (agent === "openclaw") for (const name of MODULES) entries[name] = { enabled: true, ...entries[name] };
  const config = { agents: { defaults: { workspace } }, hooks: { internal: { enabled: true, entries } } };
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, `${agent}.json`), JSON.stringify(config));
  const env = { GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`, SLACK_WEBHOOK_URL: "http://127.0.0.1:9/x" };
  const options = { env, path: `${bin}:/usr/bin:/bin` };
  return { folder, own, workspace, options, memory: (name) => readFileSync(join(workspace, "memory", name), "utf8") };
}

export const heard = (folder, agent) =>
  readFileSync(join(folder, ".local/share/tacklebox/seen", `${agent}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** What is there once the agent has started, whichever it is. */
export function started({ folder, own, workspace, memory }, title) {
  assert.equal(readFileSync(join(own, "backups", "workspace", TODAY, "notes.md"), "utf8"), "mine");
  assert.match(readFileSync(join(folder, "shown"), "utf8"), new RegExp(`${title} is up\\|${title} started at \\d\\d:\\d\\d[.]`));
  assert.match(memory("yesterday.md"), /## Still open\n\n- \[ \] call the roofer/);
  assert.match(memory(`${TODAY}-github.md`), /- me\/app: Fix \(mention\)/);
  assert.match(readFileSync(join(workspace, "hooks-health.md"), "utf8"), new RegExp(`^# Hooks of ${title}$`, "m"));
}
