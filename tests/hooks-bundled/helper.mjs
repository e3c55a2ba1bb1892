// Places a hook the way an install does, loads its real handler, and gives it the events that the agents send.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";

export const HOOKS = fileURLToPath(new URL("../../hooks-bundled/", import.meta.url));

/** Where the tests were started. */
const START = process.cwd();

/** A home folder of its own for one test; the handlers see no variable of the real agents. */
export function newHome(t) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "hooks-bundled-")));
  const before = { ...process.env };
  for (const name of Object.keys(process.env))
    if (/^(MILADY|ELIZA|OPENCLAW|MOLTIS|ZEROCLAW|GITHUB|WELCOME|SLACK|TACKLEBOX)_/.test(name)) delete process.env[name];
  process.env.HOME = home;
  // Eliza takes the folder of a project in which it is started for its workspace.
  process.chdir(home);
  t.after(() => {
    process.chdir(START);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before); // in place: a new object would not be the environment of this process any more
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

/** Copies one agent folder of a hook to `<agentHome>/hooks/<name>/`. */
export function place(name, variant, agentHome) {
  const folder = join(agentHome, "hooks", name);
  cpSync(join(HOOKS, name, variant), folder, { recursive: true });
  return folder;
}

/** Node 20 cannot strip types itself, so that is done here; the handler stays where it was placed, as it looks at its own path. */
export async function loadHandler(name, agentHome) {
  const folder = place(name, "module", agentHome);
  const source = readFileSync(join(folder, "handler.ts"), "utf8");
  writeFileSync(join(folder, "handler.mjs"), transformSync(source, { loader: "ts", target: "node20" }).code);
  const module = await import(pathToFileURL(join(folder, "handler.mjs")).href);
  assert.equal(typeof module.default, "function");
  return module.default;
}

/** The event as the agents build it. */
export function hookEvent(key, context = {}, more = {}) {
  const [type, action] = key.split(":");
  return {
    type,
    action,
    sessionKey: "agent:main:main",
    timestamp: new Date("2026-11-21T13:45:10Z"),
    messages: [],
    context,
    ...more,
  };
}

export function write(path, text) {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

/** A git repository with one commit per subject, made at the given time. */
export function repository(folder, subjects, time = new Date()) {
  mkdirSync(folder, { recursive: true });
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  const env = {
    ...process.env,
    ...identity,
    GIT_AUTHOR_DATE: time.toISOString(),
    GIT_COMMITTER_DATE: time.toISOString(),
  };
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { env, stdio: "pipe" });
  git("init", "--quiet");
  for (const subject of subjects) git("commit", "--quiet", "--allow-empty", "-m", subject);
}
