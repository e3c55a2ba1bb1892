import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cache, here, NotToBeHad } from "./fetch.mjs";

/** Where `npm ci` puts the versions of OpenClaw, and a Node that they run on. */
export const installed = join(cache, "openclaw");
const modules = join(installed, "node_modules");

export const VERSIONS = ["2026.9.6", "2026.8.1", "2026.7.35"];

/** Hooks that OpenClaw brings itself: its package is not on the PATH of these homes. */
export const OWN = ["boot-md", "bootstrap-extra-files", "command-logger", "compaction-notifier", "session-memory"];

/** The folder of one version's package. */
export function openclaw(version) {
  const dir = join(modules, `openclaw-${version}`);
  if (!existsSync(join(dir, "openclaw.mjs"))) {
    throw new NotToBeHad(`openclaw@${version} is not here: npm run test:agents fetches it`);
  }
  const found = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")).version;
  if (found !== version) throw new Error(`openclaw-${version} is OpenClaw ${found}.`);
  return dir;
}

/** A Node that OpenClaw takes: the one that runs this, or the one from npm. */
export function node() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if ((major === 24 && minor >= 16) || (major === 26 && minor >= 1) || major > 26) return process.execPath;
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const own = join(modules, `node-${process.platform}-${arch}`, "bin", "node");
  if (existsSync(own)) return own;
  throw new NotToBeHad("a Node that OpenClaw takes (24.16 or 26.1) is not here");
}

/**
 * OpenClaw's own loader in a process of its own. The home is written to: give it one of its own.
 *
 * @returns {Promise<{ configRefused: string | null, died: string | null, hooks: { name: string, events: string[] }[],
 *   failed: { name: string, why: string }[], warned: string[], fires: Record<string, string[]>, code: unknown }>}
 */
export async function askOpenclaw(version, home, { send = [], env = {}, path = "/usr/bin:/bin" } = {}) {
  const dist = join(openclaw(version), "dist");
  const question = JSON.stringify({ dist, send: ["gateway:startup", ...send.filter((key) => key !== "gateway:startup")] });
  const { code, out, err } = await start([join(here, "openclaw.mjs"), question], home, {
    env: { OPENCLAW_LOG_LEVEL: "debug", ...env },
    path,
  });
  const line = out.split("\n").find((text) => text.startsWith('{"configRefused"'));
  if (!line) throw new Error(`OpenClaw ${version}'s loader did not answer (${code}): ${err.trim().slice(-500)}`);
  const answer = { code, ...JSON.parse(line) };
  if (answer.broke) throw new Error(answer.broke);
  return answer;
}

/** What its own runner of typed hooks makes of chains of plugin handlers. */
export async function chain(version, home, chains) {
  const question = JSON.stringify({ dist: join(openclaw(version), "dist"), chains });
  const { code, out, err } = await start([join(here, "openclaw-chain.mjs"), question], home);
  const line = out.split("\n").find((text) => text.startsWith('{"chains"'));
  if (!line) throw new Error(`OpenClaw ${version}'s runner did not answer (${code}): ${err.trim().slice(-500)}`);
  return JSON.parse(line).chains;
}

/** The plugins that its gateway would start in a home, by its own plan. */
export async function starts(version, home) {
  const question = JSON.stringify({ dist: join(openclaw(version), "dist") });
  const { code, out, err } = await start([join(here, "openclaw-starts.mjs"), question], home);
  const line = out.split("\n").find((text) => text.startsWith('{"starts"'));
  if (!line) throw new Error(`OpenClaw ${version} did not say what it starts (${code}): ${err.trim().slice(-500)}`);
  return JSON.parse(line).starts;
}

/** What plugins can import of it: part → names. */
export async function sdk(version, home) {
  const question = JSON.stringify({ package: openclaw(version) });
  const { code, out, err } = await start([join(here, "openclaw-sdk.mjs"), question], home);
  const line = out.split("\n").find((text) => text.startsWith('{"parts"'));
  if (!line) throw new Error(`OpenClaw ${version} did not say what it exports (${code}): ${err.trim().slice(-500)}`);
  return JSON.parse(line).parts;
}

/** One command of OpenClaw's own program; what it printed, and as JSON where it is some. */
export async function command(version, home, args, options = {}) {
  const { code, out, err } = await start([join(openclaw(version), "openclaw.mjs"), ...args], home, options);
  let json = null;
  try {
    json = JSON.parse(out.slice(out.indexOf("{")));
  } catch {}
  return { code, out, err, json };
}

/** What its own check says of many configs at once. */
export function validated(version, configs) {
  return answers(version, "validate.mjs", configs);
}

/**
 * What a script beside this one answers for the configs, run by a Node that it supports in a home of its own. `how`: what it
 * is told beside where its program is.
 */
export function answers(version, script, configs, how = {}) {
  const home = mkdtempSync(join(tmpdir(), "validate-"));
  try {
    const { stdout, stderr, status } = spawnSync(
      "nice",
      ["-n", "10", node(), join(here, script), JSON.stringify({ dist: join(openclaw(version), "dist"), ...how })],
      { input: JSON.stringify(configs), encoding: "utf8", env: { HOME: home, PATH: "/usr/bin:/bin" }, maxBuffer: 1 << 28 },
    );
    if (status !== 0) throw new Error(`OpenClaw ${version} did not answer: ${stderr.slice(-500)}`);
    return JSON.parse(stdout.replaceAll(home, "~"));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Its gateway in a home whose config names a free port, until `done` says that all is there or the limit ends it.
 * What it printed, once it ended.
 */
export function gateway(version, home, done, limit = 90_000) {
  return start([join(openclaw(version), "openclaw.mjs"), "gateway", "run"], home, { limit, done });
}

/** Starts Node with these arguments in a home; resolved when it ended. With `done` it is asked to end once that is so. */
function start(args, home, { env = {}, path = "/usr/bin:/bin", limit = 120_000, done: ready = null } = {}) {
  const tmp = mkdtempSync(join(tmpdir(), "ask-"));
  const child = spawn("nice", ["-n", "10", node(), ...args], {
    cwd: home,
    env: { HOME: home, PATH: path, TMPDIR: tmp, NO_COLOR: "1", OPENCLAW_NO_RESPAWN: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const timer = setTimeout(() => child.kill("SIGKILL"), limit);
  const looks = ready && setInterval(() => ready(out + err) && child.kill("SIGTERM"), 250);
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      clearInterval(looks);
      rmSync(tmp, { recursive: true, force: true });
      done({ code: status ?? signal, out, err });
    });
  });
}
