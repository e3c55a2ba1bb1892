// Small homes for real agents: those that were recorded (`tests/runtimes`), and those of the conformance
// cases (`tests/cases`). Each is made in a temporary folder of its own, as agents write to their homes.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bun } from "./family-ask.mjs";
import { here } from "./fetch.mjs";

const tests = join(here, "..");

/** TOML as data: bun reads it, Node does not. */
function toml(path) {
  const script = "console.log(JSON.stringify(Bun.TOML.parse(await Bun.file(process.argv.at(-1)).text())))";
  const { stdout, stderr, status } = spawnSync(bun(), ["-e", script, path], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${path} cannot be read: ${stderr}`);
  return JSON.parse(stdout);
}

/** The recorded homes of an agent. */
export function recorded(agent) {
  const file = join(tests, "runtimes", `${agent}.toml`);
  return existsSync(file) ? toml(file).case : [];
}

/** A module that pushes its own folder. */
const handler = (path) =>
  `export default async function h(e: any): Promise<void> { e.messages.push("${dirname(path)}"); }\n`;

/** Makes a recorded home; `done` takes it away again. */
export function made(one) {
  const { home, done } = fresh();
  const text = (words) => words.replaceAll("{HOME}", home);
  const place = (path) => {
    const to = join(home, path);
    mkdirSync(dirname(to), { recursive: true });
    return to;
  };
  for (const [path, content] of Object.entries(one.files)) {
    if (path.endsWith("/")) {
      mkdirSync(join(home, path), { recursive: true });
      continue;
    }
    const whole = typeof content === "string" ? { text: content } : content;
    const mode = whole.mode ? { mode: Number.parseInt(whole.mode, 8) } : {};
    if (whole.bytes !== undefined) writeFileSync(place(path), raw(whole.bytes), mode);
    else writeFileSync(place(path), whole.text === "@handler" ? handler(path) : text(whole.text), mode);
  }
  for (const [link, to] of Object.entries(one.links ?? {})) symlinkSync(to, place(link));
  for (const [link, to] of Object.entries(one.hardlinks ?? {})) linkSync(join(home, to), place(link));
  const env = Object.fromEntries(Object.entries(one.env ?? {}).map(([name, value]) => [name, text(value)]));
  return { home, done, env, path: text(one.path ?? "/usr/bin:/bin") };
}

/** `\xHH` is that byte. */
function raw(words) {
  const bytes = words.replaceAll(/\\x([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}

/** A home with nothing in it. */
export function fresh() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "home-")));
  const home = join(root, "home");
  mkdirSync(home);
  return { home, env: {}, path: "/usr/bin:/bin", done: () => rmSync(root, { recursive: true, force: true }) };
}

/** Writes a file of a home. */
export function put(it, path, text) {
  const to = join(it.home, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/** What a case has beside its home, and the snapshots of what the engine says. */
const beside = (name) => name !== "home" && name !== "case.toml" && !name.endsWith(".snap");

/** The conformance cases of an agent that need nothing but their own home, links in it, and this version. */
export function cases(agent, version) {
  const folder = join(tests, "cases", agent);
  const names = readdirSync(folder).filter((name) => {
    const text = readFileSync(join(folder, name, "case.toml"), "utf8");
    const [head, links = "", ...more] = text.split(/^\[symlinks\]$/m);
    const needs = head.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("about"));
    const fits = needs.every((line) => line === `runtime = "${version}"`);
    return fits && more.length === 0 && !/^\[/m.test(links) && existsSync(join(folder, name, "home")) && !readdirSync(join(folder, name)).some(beside);
  });
  return names.map((name) => ({
    id: name,
    make: () => {
      const it = fresh();
      cpSync(join(folder, name, "home"), it.home, { recursive: true, verbatimSymlinks: true });
      const toml = readFileSync(join(folder, name, "case.toml"), "utf8").split(/^\[symlinks\]$/m)[1] ?? "";
      for (const [, path, target] of toml.matchAll(/^"([^"]+)" = "([^"]+)"$/gm)) {
        const at = join(dirname(it.home), path);
        mkdirSync(dirname(at), { recursive: true });
        symlinkSync(target.replaceAll("$ROOT", dirname(it.home)), at);
      }
      for (const file of readdirSync(it.home, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !/\.(json|toml)$/.test(file.name)) continue;
        const path = join(file.parentPath ?? file.path, file.name);
        const text = readFileSync(path, "utf8");
        if (text.includes("$ROOT")) writeFileSync(path, text.replaceAll("$ROOT", dirname(it.home)));
      }
      return it;
    },
  }));
}
