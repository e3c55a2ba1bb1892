import { existsSync, realpathSync } from "node:fs";
import { appendFile, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LARGEST = 100 * 1024;
const MOST_KEYS = 200;
const MOST_FIELDS = 40;

/** On every moment: one line that says that it came, for Tacklebox. The names of what came with it, never the values. */
export default async function rollCall(event: HookEvent): Promise<void> {
  const line = lineOf(event);
  if (line === undefined) return;
  // A trial in Tacklebox does not count.
  if (variable("TACKLEBOX_RUN") !== undefined) {
    event.messages.push(`Roll call: ${line.key} would be noted. In a trial it is not.`);
    return;
  }
  turn = turn.then(() => note(line)).catch(() => undefined); // nothing of this may disturb the agent
  await turn;
}

/** One after another: two moments at once would fold the same file. */
let turn: Promise<void> = Promise.resolve();

type Line = { agent: string; key: string; at: string; fields: string[]; count?: number };

function lineOf(event: HookEvent): Line | undefined {
  const key = `${event.type}:${event.action}`;
  if (!/^[\w.-]{1,40}:[\w.:-]{1,60}$/.test(key)) return undefined;
  const fields = Object.keys(event.context ?? {}).filter((name) => /^[A-Za-z_][\w.-]{0,59}$/.test(name));
  return { agent: agentName(), key, at: new Date().toISOString(), fields: fields.slice(0, MOST_FIELDS) };
}

function agentName(): string {
  return agentPlace().agent ?? "openclaw";
}

/** Where Tacklebox keeps its own data. */
function dataFolder(): string {
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tacklebox");
  if (process.platform === "win32")
    return join(variable("LOCALAPPDATA") ?? join(homedir(), "AppData", "Local"), "tacklebox");
  const named = variable("XDG_DATA_HOME");
  return join(named !== undefined && isAbsolute(named) ? named : join(homedir(), ".local", "share"), "tacklebox");
}

async function note(line: Line): Promise<void> {
  const folder = join(dataFolder(), "seen");
  const file = join(folder, `${line.agent}.jsonl`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  if (size > LARGEST) await fold(file);
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** A file that has grown becomes one line for each moment, with how often it came: nothing that was heard is forgotten. */
async function fold(file: string): Promise<void> {
  const old = `${file}.${process.pid}`;
  await rename(file, old);
  const heard = new Map<string, Line>();
  for (const text of (await readFile(old, "utf8")).split("\n")) {
    const line = parse(text);
    if (line === undefined) continue;
    const earlier = heard.get(line.key);
    const fields = [...new Set([...(earlier?.fields ?? []), ...line.fields])].slice(0, MOST_FIELDS);
    const at = earlier !== undefined && earlier.at > line.at ? earlier.at : line.at;
    heard.set(line.key, { ...line, at, fields, count: (earlier?.count ?? 0) + (line.count ?? 1) });
  }
  const latest = [...heard.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_KEYS);
  await appendFile(file, latest.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
  await rm(old, { force: true });
}

/** A line that was torn or changed by hand is skipped. */
function parse(text: string): Line | undefined {
  try {
    const { agent, key, at, fields, count } = JSON.parse(text);
    const right = [agent, key, at].every((each) => typeof each === "string") && Array.isArray(fields);
    if (!right) return undefined;
    return { agent, key, at, fields: fields.filter((name) => typeof name === "string"), count: Number.isSafeInteger(count) ? count : 1 };
  } catch {
    return undefined;
  }
}

// --- where: the same text in every included hook, because a placed folder must be self-contained ---

type HookEvent = {
  type: string;
  action: string;
  sessionKey: string;
  timestamp: Date;
  messages: string[];
  context: Record<string, unknown>;
};

const AGENTS = ["milady", "eliza", "openclaw"];

/** The agent whose hook this is: its folder and its config file. The agent's own variables win over the place of this file. */
function agentPlace(): { agent: string | undefined; home: string; configFile: string } {
  const folder = dirname(fileURLToPath(import.meta.url));
  const nearest = dirname(dirname(folder));
  let home = nearest;
  let agent: string | undefined;
  for (let above = nearest; agent === undefined; above = dirname(above)) {
    const is = (name: string) => basename(above) === `.${name}` || existsSync(join(above, `${name}.json`));
    agent = AGENTS.find((name) => is(name) || is(spaceOf(name)));
    if (agent !== undefined) home = above;
    if (above === dirname(above)) break;
  }
  // A hook in a project folder may have no agent above it: then the variables are all there is to go by.
  agent ??= AGENTS.find(
    (name) => variable(`${name.toUpperCase()}_STATE_DIR`) ?? variable(`${name.toUpperCase()}_CONFIG_PATH`),
  );
  if (agent === undefined) {
    agent = linkedFrom(folder);
    if (agent !== undefined) home = join(homedir(), `.${agent}`);
  }
  if (agent === undefined) return { agent, home, configFile: "" };
  const prefix = agent.toUpperCase();
  const stateDir = variable(`${prefix}_STATE_DIR`);
  const configPath = variable(`${prefix}_CONFIG_PATH`);
  const space = spaceOf(agent);
  if (stateDir !== undefined) home = resolve(expandHome(stateDir));
  else if (space !== agent) home = join(homedir(), `.${space}`);
  // Eliza takes the config of its usual name where there is none of the other.
  const own = [space, agent].map((name) => join(home, `${name}.json`)).find((file) => existsSync(file));
  const usual = agent === "eliza" && own !== undefined ? own : join(home, `${space}.json`);
  return { agent, home, configFile: configPath === undefined ? usual : resolve(expandHome(configPath)) };
}

/** The agent whose folder of hooks is a link to the one above this. Where several have one, the one that was started. */
function linkedFrom(folder: string): string | undefined {
  const leads = (name: string) => {
    const path = join(homedir(), `.${name}`, "hooks", basename(folder));
    return existsSync(path) && realpathSync(path) === realpathSync(folder);
  };
  const all = AGENTS.filter(leads);
  const started = process.argv.slice(0, 2).join(" ").toLowerCase();
  return all.length === 1 ? all[0] : all.find((name) => started.includes(name));
}

/** The word by which an agent's folder and its config are called: its name, unless a variable says another. */
function spaceOf(agent: string): string {
  const named = agent === "openclaw" ? undefined : variable(`${agent.toUpperCase()}_NAMESPACE`);
  return named?.trim() ?? agent;
}

function variable(name: string): string | undefined {
  return asText(process.env[name]);
}

function expandHome(path: string): string {
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
// --- end of where ---
