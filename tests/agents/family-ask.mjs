import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { here, loader } from "./fetch.mjs";

/** The bun that the project's own packages bring, else one on PATH. */
export function bun() {
  if (process.env.TACKLEBOX_BUN) return process.env.TACKLEBOX_BUN;
  const oven = join(here, "..", "..", "node_modules", "@oven");
  const own = existsSync(oven) ? readdirSync(oven).map((name) => join(oven, name, "bin", "bun")) : [];
  return own.find((path) => existsSync(path)) ?? "bun";
}

/**
 * Asks the published loader about a home.
 *
 * @param {"milady" | "eliza"} agent
 * @param {string} home
 * @param {{ send?: string[], env?: Record<string, string>, path?: string, cwd?: string, on?: string }} options
 *   `send`: events beyond the one that the agent sends when it starts. `cwd`: the folder that it is started in.
 *   `on`: the runtime, bun unless another is named.
 */
export async function askFamily(
  agent,
  home,
  { send = [], env = {}, path = "/usr/bin:/bin", cwd = home, on = bun() } = {},
) {
  const { src, workspace } = loader(agent);
  const events = ["gateway:startup", ...send.filter((key) => key !== "gateway:startup")];
  const question = JSON.stringify({ src, workspace, send: events });
  const child = spawn(on, [join(here, "family.mjs"), question], {
    cwd,
    // Without bun's own cache nothing is written to the home.
    env: { HOME: home, PATH: path, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (status, signal) => done(status ?? signal));
  });
  clearTimeout(timer);
  const line = out.split("\n").find((text) => text.startsWith('{"configRefused"'));
  if (!line) throw new Error(`${agent}'s loader did not answer (${code}): ${err.trim().slice(-500)}`);
  return { code, ...JSON.parse(line) };
}
