import { existsSync, realpathSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LARGEST_BOOT = 64 * 1024;

/** When the agent's gateway starts: hands over the workspace's `BOOT.md`. Missing or empty: nothing. */
export default async function bootMd(event: HookEvent): Promise<void> {
  const text = await readStart(join(await workspaceFolder(event), "BOOT.md"));
  if (text.replace(/<!--[\s\S]*?(-->|$)/g, "").trim() !== "") event.messages.push(text.trim());
}

/** At most the first 64 KiB, never half a character. A folder or a device of that name counts as missing. */
async function readStart(path: string): Promise<string> {
  if (!existsSync(path)) return "";
  const file = await open(path, "r");
  try {
    const status = await file.stat();
    if (!status.isFile()) return "";
    const bytes = Buffer.alloc(Math.min(status.size, LARGEST_BOOT));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const text = new TextDecoder().decode(bytes.subarray(0, filled), { stream: true });
    return status.size > LARGEST_BOOT
      ? `${text}\n\n(BOOT.md is longer than 64 KiB. The rest was left out.)`
      : text;
  } finally {
    await file.close();
  }
}

// --- workspace: the same text in every included hook that looks into the workspace ---

/** The workspace, where the agent itself looks for it: by the event, by its config, else by its variables. */
async function workspaceFolder(event: HookEvent): Promise<string> {
  // Where a hook is tried, a copy stands for it.
  const copy = variable("TACKLEBOX_WORKSPACE");
  if (copy !== undefined) return copy;
  const { agent, home } = agentPlace();
  const named =
    asText(event.context?.workspaceDir) ??
    (await configText(event, [["agents", "defaults", "workspace"]])) ??
    (agent === "eliza" ? (variable("ELIZA_WORKSPACE_DIR") ?? projectFolder()) : undefined) ??
    (agent === "openclaw" ? variable("OPENCLAW_WORKSPACE_DIR") : undefined);
  // A path that is not whole begins in the folder in which the agent was started.
  if (named !== undefined) return resolve(expandHome(named.trim()));
  // OpenClaw's profile moves nothing where its home is named.
  const moved = agent === "openclaw" && variable("OPENCLAW_STATE_DIR") !== undefined;
  const profile = moved ? undefined : variable(`${agent?.toUpperCase()}_PROFILE`)?.trim();
  const usual = profile === undefined || profile.toLowerCase() === "default";
  // OpenClaw has a folder of its own for each profile since 2026.8.
  const apart = join(homedir(), `.openclaw-${profile}`, "workspace");
  if (agent === "openclaw" && !usual && existsSync(apart)) return apart;
  // Milady's stays where its home usually is.
  return join(agent === "milady" ? join(homedir(), ".milady") : home, usual ? "workspace" : `workspace-${profile}`);
}

/** Eliza takes the folder in which it was started, where that looks like a project and no variable names its home. */
function projectFolder(): string | undefined {
  const folder = process.cwd();
  const packaged = /\/eliza-dist|\/resources\/app\/|\/self-extraction\//i.test(folder.replaceAll("\\", "/"));
  if (packaged || (variable("MILADY_STATE_DIR") ?? variable("ELIZA_STATE_DIR")) !== undefined) return undefined;
  const marks = ["AGENTS.md", "CLAUDE.md", "package.json", "skills", ".git"];
  return marks.some((mark) => existsSync(join(folder, mark))) ? folder : undefined;
}
// --- end of workspace ---

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
