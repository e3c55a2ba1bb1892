import { randomUUID } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Counts sessions, messages and commands. When a session ends, or the agent itself, the day's page in the workspace's
 * `memory` folder is replaced; what starts first on a day is told what the last day was like.
 */
export default async function dailySummary(event: HookEvent): Promise<void> {
  const journals = join(agentPlace().home, "state", "daily-summary");
  const memory = join(await workspaceFolder(event), "memory");
  const today = dayOf(eventTime(event));
  const key = `${event.type}:${event.action}`;
  await mkdir(journals, { recursive: true });
  if (STARTS.includes(key)) await tellOfLastDay(event, journals, memory, today);
  // One line, appended at once: agents that end two sessions at the same time lose neither.
  const entry = entryOf(event);
  if (entry !== undefined)
    await appendFile(join(journals, today), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  if (ENDS.includes(key)) await writePage(journals, memory, today);
}

const STARTS = ["session:start", "session:new", "command:new", "command:reset", "gateway:startup"];
const ENDS = ["session:end", "session:auto-reset", "command:new", "command:reset", "gateway:shutdown"];

type Entry = { kind: string; name: string; messages: number };

/** What counts; that the agent itself starts and stops does not. */
function entryOf(event: HookEvent): Entry | undefined {
  const context = event.context ?? {};
  const name = short(context.channel ?? context.channelId ?? context.surface);
  if (event.type === "command") return { kind: "command", name: `/${short(event.action)}`, messages: 0 };
  if (event.type === "message") return { kind: event.action === "sent" ? "answer" : "message", name, messages: 0 };
  if (event.type !== "session") return undefined;
  const count = context.message_count ?? context.messageCount;
  return {
    kind: event.action === "end" || event.action === "auto-reset" ? "session" : "start",
    name,
    messages: typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0,
  };
}

/** What follows the first word may hold a key. */
function short(value: unknown): string {
  const text = typeof value === "string" ? (value.trim().split(/\s/)[0] ?? "") : "";
  return text.replace(/[^\p{L}\p{N}_.:-]/gu, "").slice(0, 40);
}

/** The journals of days that are over: told, kept as pages, and removed. */
async function tellOfLastDay(event: HookEvent, journals: string, memory: string, today: string): Promise<void> {
  const days = (await readdir(journals)).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name < today).sort();
  for (const [index, day] of days.entries()) {
    const lines = await writePage(journals, memory, day);
    await rm(join(journals, day), { force: true });
    if (index === days.length - 1 && lines.length > 0)
      event.messages.push([`📅 What happened on ${day}`, ...lines].join("\n"));
  }
}

async function writePage(journals: string, memory: string, day: string): Promise<string[]> {
  const lines = summary(await entries(join(journals, day)));
  if (lines.length === 0) return lines;
  await mkdir(memory, { recursive: true });
  const page = join(memory, `${day}-summary.md`);
  // A name of its own: two sessions may end at the same time.
  const fresh = `${page}.${randomUUID()}.new`;
  await writeFile(fresh, `# ${day}\n\n${lines.join("\n")}\n`, { mode: 0o600 });
  await rename(fresh, page);
  return lines;
}

/** A line that was torn or changed by hand is skipped. */
async function entries(journal: string): Promise<Entry[]> {
  const list: Entry[] = [];
  for (const line of (await readFile(journal, "utf8").catch(() => "")).split("\n")) {
    try {
      const { kind, name, messages } = JSON.parse(line);
      if (typeof kind === "string" && typeof name === "string" && typeof messages === "number")
        list.push({ kind, name, messages });
    } catch {}
  }
  return list;
}

function summary(all: Entry[]): string[] {
  const of = (kind: string) => all.filter((entry) => entry.kind === kind);
  const [started, ended, commands] = [of("start"), of("session"), of("command")];
  const [received, answers] = [of("message"), of("answer")];
  const messages = ended.reduce((sum, entry) => sum + entry.messages, 0);
  const lines: string[] = [];
  if (started.length > 0) lines.push(`- ${number(started.length, "session")} started${among(started)}`);
  if (ended.length > 0)
    lines.push(
      `- ${number(ended.length, "session")} ended${messages > 0 ? `, with ${number(messages, "message")}` : ""}${among(ended)}`,
    );
  if (received.length > 0) lines.push(`- ${number(received.length, "message")} received${among(received)}`);
  if (answers.length > 0) lines.push(`- ${number(answers.length, "answer")} sent${among(answers)}`);
  if (commands.length > 0) lines.push(`- ${number(commands.length, "command")}${among(commands)}`);
  return lines;
}

function number(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? "" : "s"}`;
}

/** " (telegram 2, web 1)", the most frequent first, at most five. */
function among(list: Entry[]): string {
  const counts = new Map<string, number>();
  for (const { name } of list) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return top.length === 0 ? "" : ` (${top.map(([name, count]) => `${name} ${count}`).join(", ")})`;
}

// --- day: the same text in every included hook that names files by day ---

/** The day as it is where the person lives. */
function dayOf(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
// --- end of day ---

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

// --- time: the same text in every included hook that needs the event's time ---

function eventTime(event: HookEvent): Date {
  const time = new Date(event.timestamp ?? Date.now());
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
// --- end of time ---
