import { randomUUID } from "node:crypto";
import { constants, existsSync, realpathSync } from "node:fs";
import { access, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const REPORT = "hooks-health.md";
/** A report that begins otherwise is somebody's own, and stays. */
const OURS = "<!-- written by the hook health-check -->";
const MOST_HOOKS = 200;
const LARGEST_MANIFEST = 64 * 1024;
/** The files that each agent runs. */
const HANDLERS: Record<string, string[]> = {
  milady: ["handler.ts", "handler", "index.ts", "index"],
  eliza: ["handler.ts", "handler.mjs", "handler", "index.ts", "index.mjs", "index"],
  openclaw: ["handler.ts", "handler.js", "index.ts", "index.js"],
};

/** When the agent starts: what its hooks lack here, in the agent's own environment, as one page in the workspace. Names only, never values. */
export default async function healthCheck(event: HookEvent): Promise<void> {
  const { agent = "openclaw", home } = agentPlace();
  const workspace = await workspaceFolder(event);
  if (!existsSync(workspace)) return;
  const hooks: Checked[] = [];
  for (const folder of new Set([join(home, "hooks"), join(workspace, "hooks")]))
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      if (hooks.length === MOST_HOOKS) break;
      const hook = await check(event, agent, join(folder, name));
      if (hook !== undefined) hooks.push(hook);
    }
  await replace(join(workspace, REPORT), report(agent, eventTime(event), hooks));
}

type Checked = { name: string; state: "lacks" | "fine" | "off" | "unread"; missing: string[] };

async function check(event: HookEvent, agent: string, folder: string): Promise<Checked | undefined> {
  const text = await readStart(join(folder, "HOOK.md"));
  if (text === undefined) return undefined;
  const front = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? "";
  const named = oneLine(/^name:[ \t]*["']?(.*?)["']?[ \t\r]*$/m.exec(front)?.[1]);
  const name = named || oneLine(basename(folder));
  const metadata = metadataOf(front, agent);
  if (metadata === undefined || named === "") return { name, state: "unread", missing: [] };
  const key = asText(metadata.hookKey) ?? name;
  const off = await configValue(event, ["hooks", "internal", "entries", key, "enabled"]);
  if (off === false) return { name, state: "off", missing: [] };
  const missing = await missingOf(event, agent, key, folder, metadata);
  return { name, state: missing.length > 0 ? "lacks" : "fine", missing };
}

/** What the manifest says to this agent: Milady and Eliza read JSON on one line, OpenClaw more. Of the rest nothing is claimed. */
function metadataOf(front: string, agent: string): Record<string, unknown> | undefined {
  const line = /^metadata:[ \t]*(\{.*\})[ \t\r]*$/m.exec(front)?.[1];
  const lines = /^metadata:[ \t\r\n]*(\{[\s\S]*?)(?=\r?\n[A-Za-z_-]+:|$(?![\s\S]))/m.exec(front)?.[1];
  try {
    const all = asRecord(agent === "openclaw" ? parseJson5(lines ?? "") : JSON.parse(line ?? ""));
    return all[agent] === undefined ? undefined : asRecord(all[agent]);
  } catch {
    return undefined;
  }
}

async function missingOf(
  event: HookEvent,
  agent: string,
  key: string,
  folder: string,
  metadata: Record<string, unknown>,
): Promise<string[]> {
  const requires = asRecord(metadata.requires);
  const missing: string[] = [];
  if (texts(metadata.events).length === 0) missing.push("an event that it listens to");
  if (!HANDLERS[agent]?.some((file) => existsSync(join(folder, file)))) missing.push("a file to run, such as `handler.ts`");
  const systems = texts(metadata.os);
  if (systems.length > 0 && !systems.includes(process.platform))
    missing.push(`another system (${systems.map(oneLine).join(", ")})`);
  if (metadata.always === true) return missing;
  for (const program of texts(requires.bins))
    if (!(await onPath(program, agent))) missing.push(`the program ${quoted(program)}`);
  const any = texts(requires.anyBins);
  const found = await Promise.all(any.map((program) => onPath(program, agent)));
  if (any.length > 0 && !found.includes(true)) missing.push(`one of the programs ${any.map(quoted).join(", ")}`);
  for (const name of texts(requires.env)) if (!(await isSet(event, key, name))) missing.push(`the key ${quoted(name)}`);
  for (const path of texts(requires.config))
    if (!(await configValue(event, path.split(".")))) missing.push(`the setting ${quoted(path)}`);
  return missing;
}

function report(agent: string, time: Date, hooks: Checked[]): string {
  const of = (state: string) => hooks.filter((hook) => hook.state === state);
  const lacking = of("lacks");
  const title = agent === "openclaw" ? "OpenClaw" : agent.charAt(0).toUpperCase() + agent.slice(1);
  const verdict =
    lacking.length === 0 ? "nothing is missing" : `${lacking.length} ${lacking.length === 1 ? "lacks" : "lack"} something`;
  const lines = [
    OURS,
    `# Hooks of ${title}`,
    "",
    `Looked at when ${title} started, ${dayOf(time)} ${clock(time)}: ${hooks.length} ${hooks.length === 1 ? "hook" : "hooks"}, ${verdict}.`,
  ];
  if (lacking.length > 0) {
    lines.push("", "## What is missing", "");
    for (const { name, missing } of lacking) lines.push(`- **${name}** needs ${missing.join(", ")}`);
  }
  for (const [state, heading] of [
    ["fine", "Nothing is missing"],
    ["off", "Switched off"],
    ["unread", "Not looked at: what the manifest says cannot be read here, or it says nothing to this agent. Tacklebox knows why"],
  ] as const) {
    const names = of(state).map((hook) => `- ${hook.name}`);
    if (names.length > 0) lines.push("", `## ${heading}`, "", ...names);
  }
  return `${lines.join("\n")}\n`;
}

async function replace(file: string, text: string): Promise<void> {
  if (existsSync(file) && !(await readStart(file))?.startsWith(OURS))
    throw new Error(`${REPORT} was not written by this hook, so it was left as it is. Rename it to get the report.`);
  // A link in the report's place is replaced, not written through.
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** The first part of a plain file. A link, a folder or a pipe gives nothing. */
async function readStart(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_MANIFEST), 0, LARGEST_MANIFEST, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Milady and Eliza take a whole path to a program for one; OpenClaw looks for it behind its folders. */
async function onPath(program: string, agent: string): Promise<boolean> {
  if (agent !== "openclaw" && isAbsolute(program)) return existsSync(program);
  if (!/^[\w.+@-]+$/.test(program)) return false;
  const endings = process.platform === "win32" ? ["", ...(process.env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";")] : [""];
  for (const folder of (process.env.PATH ?? "").split(delimiter).filter((each) => each !== ""))
    for (const ending of endings) {
      const file = join(folder, program + ending);
      const runs = await access(file, constants.X_OK).then(() => true, () => false);
      if (runs && (await stat(file)).isFile()) return true;
    }
  return false;
}

/** The places in which the agents look for a variable that a hook needs. */
async function isSet(event: HookEvent, key: string, name: string): Promise<boolean> {
  const paths = [["hooks", "internal", "entries", key, "env", name], ["env", "vars", name], ["env", name]];
  return (variable(name) ?? (await configText(event, paths))) !== undefined;
}

async function configValue(event: HookEvent, path: string[]): Promise<unknown> {
  let value: unknown = event.context?.cfg ?? (await readConfig());
  for (const key of path) value = Object.hasOwn(asRecord(value), key) ? asRecord(value)[key] : undefined;
  return value;
}

function clock(time: Date): string {
  return [time.getHours(), time.getMinutes()].map((value) => String(value).padStart(2, "0")).join(":");
}

function quoted(name: string): string {
  return `\`${oneLine(name).replaceAll("`", "'")}\``;
}

function oneLine(value: unknown): string {
  const line = typeof value === "string" ? value.replace(/[\s\p{C}]+/gu, " ").replace(/[*[\]<>]/g, "").trim() : "";
  return line.slice(0, 80);
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).filter((each) => typeof each === "string" && each.trim() !== "").slice(0, 50);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
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
