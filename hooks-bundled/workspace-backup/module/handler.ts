import { randomUUID } from "node:crypto";
import { constants, existsSync, readFileSync, realpathSync } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const MOST_MEGABYTES = 200;
const MOST_FILES = 20_000;
const COPIES_KEPT = 7;
/** What can be made again, and is large. */
const LEFT_OUT = ["node_modules", ".git", ".venv", "__pycache__"];

/** When the agent starts: one copy of the workspace for each day, in the agent's own folder. The oldest ones go. */
export default async function workspaceBackup(event: HookEvent): Promise<void> {
  const workspace = await realpath(await workspaceFolder(event)).catch(() => undefined);
  if (workspace === undefined) return; // no workspace yet: nothing that could be lost
  const copies = join(agentPlace().home, "backups", "workspace");
  await mkdir(copies, { recursive: true, mode: 0o700 });
  const today = join(copies, dayOf(eventTime(event)));
  if (existsSync(today)) return;

  const most = await number(event, "WORKSPACE_BACKUP_MB", MOST_MEGABYTES);
  const unread: string[] = [];
  const files = await list(workspace, await realpath(copies), most * 1024 * 1024, unread);
  if (files === undefined)
    throw new Error(
      `The workspace has more than ${most} MB or ${MOST_FILES} files, so no copy was made and the earlier ones are as they were. WORKSPACE_BACKUP_MB sets how large it may be.`,
    );
  if (unread.includes("."))
    throw new Error("This user may not read the workspace, so no copy was made and the earlier ones are as they were.");
  // Copied under another name, so that a copy that was cut short is never taken for a whole one.
  const fresh = join(copies, `.unfinished-${randomUUID()}`);
  await removeUnfinished(copies);
  try {
    await copy(workspace, fresh, files, most * 1024 * 1024, unread);
    await rename(fresh, today);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Two that start at once both copy; the first keeps its place.
    if (!existsSync(today)) throw error;
  }
  await removeOldest(copies, await number(event, "WORKSPACE_BACKUP_KEEP", COPIES_KEPT));
  if (unread.length > 0) {
    const some = unread.slice(0, 5).join(", ") + (unread.length > 5 ? " …" : "");
    throw new Error(`The copy of today is without what this user may not read (${unread.length}): ${some}`);
  }
}

/** Somebody took the right to read it; what is gone by now is nothing to tell. */
const isKept = (error: unknown) => ["EACCES", "EPERM"].includes(String((error as { code?: unknown }).code));

/** The plain files of the workspace, relative to it; none where there are too many. Links are left out: they could lead anywhere. */
async function list(
  workspace: string,
  copies: string,
  most: number,
  unread: string[],
): Promise<string[] | undefined> {
  const files: string[] = [];
  let bytes = 0;
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(workspace, folder), { withFileTypes: true }).catch((error) => {
      if (isKept(error)) unread.push(folder === "" ? "." : folder);
      return [];
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const full = join(workspace, path);
      if (entry.isDirectory()) {
        if (!LEFT_OUT.includes(entry.name) && full !== copies) folders.push(path);
      } else if (entry.isFile()) {
        const status = await lstat(full).catch((error) => {
          if (isKept(error)) unread.push(path);
          return undefined;
        });
        if (status === undefined) continue;
        bytes += status.size;
        files.push(path);
        if (bytes > most || files.length > MOST_FILES) return undefined;
      }
    }
  }
  return files;
}

async function copy(
  workspace: string,
  target: string,
  files: string[],
  most: number,
  unread: string[],
): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  let left = most;
  for (const path of files) {
    // A folder that became a link since it was listed is not followed either.
    const folder = await realpath(dirname(join(workspace, path))).catch(() => undefined);
    if (folder === undefined || !(folder === workspace || folder.startsWith(workspace.replace(/[/\\]$/, "") + sep))) continue;
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    const copied = await copyFile(join(folder, basename(path)), join(target, path), left).catch((error) => {
      if (!isKept(error)) throw error;
      unread.push(path);
      return 0;
    });
    left -= copied;
  }
}

/** Copies a plain file and gives its size. A file that is gone, a link or a pipe gives nothing, and one that grows ends at the limit. */
async function copyFile(from: string, to: string, most: number): Promise<number> {
  const source = await openPlain(from);
  if (source === undefined) return 0;
  try {
    const { mode } = await source.stat();
    const target = await open(to, "wx", 0o600 | (mode & 0o100));
    try {
      const buffer = Buffer.alloc(256 * 1024);
      let copied = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, copied);
        if (bytesRead === 0) return copied;
        if (copied + bytesRead > most) throw new Error("The workspace grew while it was copied, so no copy was made.");
        for (let written = 0; written < bytesRead; )
          written += (await target.write(buffer, written, bytesRead - written, copied + written)).bytesWritten;
        copied += bytesRead;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Opened so that neither a link is followed nor a pipe waited for. */
async function openPlain(path: string) {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error) => {
    if (isKept(error)) throw error;
    return undefined;
  });
  if (file === undefined || (await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/** What a start that was cut short left behind. One that is being made by another start is younger than that. */
async function removeUnfinished(copies: string): Promise<void> {
  for (const name of await readdir(copies)) {
    if (!name.startsWith(".unfinished-")) continue;
    const changed = (await lstat(join(copies, name)).catch(() => undefined))?.mtimeMs;
    if (changed === undefined || Date.now() - changed > 3_600_000)
      await rm(join(copies, name), { recursive: true, force: true });
  }
}

async function removeOldest(copies: string, keep: number): Promise<void> {
  const days = (await readdir(copies)).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).sort();
  for (const day of days.slice(0, Math.max(0, days.length - keep)))
    await rm(join(copies, day), { recursive: true, force: true });
}

/** A setting that is a whole number above zero, from the environment or from the agent's config. */
async function number(event: HookEvent, name: string, otherwise: number): Promise<number> {
  const text = variable(name) ?? (await entryText(event, name)) ?? "";
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise;
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

// --- time: the same text in every included hook that needs the event's time ---

function eventTime(event: HookEvent): Date {
  const time = new Date(event.timestamp ?? Date.now());
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
// --- end of time ---
