import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { here } from "./fetch.mjs";

/** The command line that is tested: one that was named, else what `cargo build` made. */
export const program =
  process.env.TACKLEBOX_CLI ?? join(here, "..", "..", "target", "debug", process.platform === "win32" ? "tacklebox.exe" : "tacklebox");

/** Runs a command about a home, with nothing of our own environment. */
export function tacklebox(it, args, { input = "" } = {}) {
  if (!existsSync(program)) throw new Error(`${program} is not built: cargo build -p tacklebox-cli`);
  const { stdout, stderr, status } = spawnSync(program, [...args, "--json", "--home", it.home], {
    cwd: it.home,
    encoding: "utf8",
    env: { HOME: it.home, PATH: it.path, ...it.env },
    input,
    maxBuffer: 1 << 26,
  });
  let json = null;
  try {
    json = JSON.parse(stdout);
  } catch {}
  return { status, json, stdout, stderr };
}

/** The hooks in folders that it says load, and for what: `name` → keys. */
export function loaded(it, agent, version) {
  const { json, stderr } = tacklebox(it, ["hooks", "list", "--agent", agent, "--runtime", `${agent}=${version}`]);
  if (!Array.isArray(json)) throw new Error(`hooks list did not answer: ${stderr}`);
  const folders = json.filter((hook) => hook.dir !== null && hook.runtime.loads !== false);
  const legacy = json.filter((hook) => hook.source === "config" && hook.runtime.loads !== false);
  return {
    hooks: byName(folders.map((hook) => [hook.name, hook.runtime.registered])),
    called: byName(folders.map((hook) => [hook.name, hook.runtime.called])),
    legacy: legacy.flatMap((hook) => hook.runtime.registered).sort(),
    /** Events of handlers of which it is not known whether they load. */
    open: legacy.filter((hook) => hook.runtime.loads === null).flatMap((hook) => hook.runtime.registered),
    all: json,
  };
}

/** Whether it says that the gateway of OpenClaw does not start: its config is refused for more than what that puts in order. */
export function refusesToStart(it, version) {
  const { json } = tacklebox(it, ["agents", "--runtime", `openclaw=${version}`]);
  const { notes, runtime } = json.find(({ agent }) => agent === "openclaw");
  const refused = runtime.config_problems.some(({ message }) => !/has retired it|puts that in order itself|goes on without the plugin/.test(message));
  return refused || notes.some(({ id }) => id === "openclaw-not-started");
}

/** Sorted, so that two answers can be compared. */
export function byName(pairs) {
  const sorted = pairs.map(([name, keys]) => [name, [...keys].sort()]);
  return sorted.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
