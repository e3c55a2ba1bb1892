import { existsSync, readFileSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const GREETING = "Welcome! A new session has started. What would you like to do?";
const LONGEST_GREETING = 2000;

// Some agents say `session:start`, some `session:new`, some both for one session: whichever of the two comes first greets.
const SAME_SESSION_MS = 10_000;
const greeted = new Map<string, { action: string; at: number }>();

/** When a session begins: one short greeting, in the person's own words if WELCOME_TEXT is set. */
export default async function welcome(event: HookEvent): Promise<void> {
  const now = Date.now();
  for (const [key, earlier] of greeted) if (now - earlier.at > SAME_SESSION_MS) greeted.delete(key);
  const earlier = greeted.get(event.sessionKey);
  if (earlier !== undefined && earlier.action !== event.action) return;
  greeted.set(event.sessionKey, { action: event.action, at: now });

  const own = variable("WELCOME_TEXT") ?? (await entryText(event, "WELCOME_TEXT"));
  event.messages.push((own ?? GREETING).trim().slice(0, LONGEST_GREETING));
}

// --- entry: the same text in every included hook that has settings of its own ---

/** A variable of this hook's own entry in the agent's config. Agents check it, and do not hand it on. */
function entryText(event: HookEvent, name: string): Promise<string | undefined> {
  const entry = ["entries", entryKey(), "env", name];
  return configText(event, [["hooks", "internal", ...entry], ["hooks", ...entry]]);
}

/** What the config calls this hook: by its manifest, as it may be a copy under another name. */
function entryKey(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  let text = "";
  try {
    text = readFileSync(join(folder, "HOOK.md"), "utf8");
  } catch {} // a config may name this file alone
  const line = (key: string) => new RegExp(`^${key}:[ \\t]*(.+?)[ \\t\\r]*$`, "m").exec(text)?.[1];
  let said: unknown;
  try {
    said = JSON.parse(line("metadata") ?? "");
  } catch {} // somebody wrote it in another way: then its name counts
  const { agent } = agentPlace();
  const own = agent === undefined ? undefined : (said as Record<string, { hookKey?: unknown }>)?.[agent]?.hookKey;
  return asText(own) ?? line("name")?.replace(/^(["'])(.*)\1$/, "$2") ?? basename(folder);
}
// --- end of entry ---

// --- config: the same text in every included hook that reads the agent's config ---

/** The first text found at one of the paths: in the config that the event carries, then in the config file. */
async function configText(event: HookEvent, paths: string[][]): Promise<string | undefined> {
  for (const config of [event.context?.cfg, await readConfig()]) {
    for (const path of paths) {
      let value: unknown = config;
      for (const key of path) {
        const inside = typeof value === "object" && value !== null && Object.hasOwn(value, key);
        value = inside ? (value as Record<string, unknown>)[key] : undefined;
      }
      const found = asText(value);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function readConfig(): Promise<unknown> {
  try {
    return parseJson5(await readFile(agentPlace().configFile, "utf8"));
  } catch {
    return undefined; // no config, or one that does not parse: the agent itself says so, a hook goes on without it
  }
}

/** Agents' configs are JSON5: comments, trailing commas, bare keys, single quotes. Each token is rewritten as strict JSON. */
function parseJson5(text: string): unknown {
  const token =
    /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\/\/.*|\/\*[\s\S]*?\*\/|[{}[\]:,]|[^\s{}[\]:,"'/]+|\S/g;
  const tokens = (text.replace(/^\uFEFF/, "").match(token) ?? []).filter((part) => !/^\/[/*]/.test(part));
  const strict = tokens.map((part, index) => {
    const next = tokens[index + 1];
    if (part === "," && (next === "}" || next === "]")) return "";
    if (/^["']/.test(part)) return JSON.stringify(unescapeJson5(part.slice(1, -1)));
    if (/^[{}[\]:,]$/.test(part)) return part;
    if (next === ":") return JSON.stringify(part);
    if (part === "true" || part === "false" || part === "null") return part;
    const number = Number(part.replace(/^[+-]/, ""));
    if (Number.isFinite(number)) return String(part.startsWith("-") ? -number : number);
    return /^[+-]?(Infinity|NaN)$/.test(part) ? "null" : part;
  });
  return JSON.parse(strict.join(""));
}

function unescapeJson5(text: string): string {
  const letters: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "0": "\0" };
  return text.replace(/\\(\r\n|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) => {
    if (code.length > 2) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /^[\r\n\u2028\u2029]/.test(code) ? "" : (letters[code] ?? code);
  });
}
// --- end of config ---

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
