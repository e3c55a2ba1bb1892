import { randomUUID } from "node:crypto";
import { constants, existsSync, realpathSync } from "node:fs";
import { open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = "yesterday.md";
/** A page that begins otherwise is somebody's own, and stays. */
const OURS = "<!-- written by the hook yesterday -->";
const MOST_NOTES = 50;
const LARGEST_NOTE = 64 * 1024;
const MOST_LINES = 12;
const LONGEST_LINE = 240;
const LARGEST_PAGE = 16 * 1024;

/** When the agent starts: one page in the `memory` folder with what the notes of the last day say. */
export default async function yesterday(event: HookEvent): Promise<void> {
  const memory = await realpath(join(await workspaceFolder(event), "memory")).catch(() => undefined);
  if (memory === undefined) return;
  const today = dayOf(eventTime(event));
  const names = (await readdir(memory)).filter((name) => /^\d{4}-\d\d-\d\d(?!\d).*\.md$/.test(name)).sort();
  const day = names.map((name) => name.slice(0, 10)).findLast((each) => each < today);
  if (day === undefined) return;

  const notes: Note[] = [];
  for (const name of names.filter((each) => each.startsWith(day)).slice(0, MOST_NOTES)) {
    const text = await readStart(join(memory, name));
    if (text !== undefined) notes.push(noteOf(name, text));
  }
  if (notes.every((note) => note.lines.length === 0 && note.open.length === 0)) return;
  await replace(memory, page(day, notes));
}

type Note = { name: string; title: string; lines: string[]; open: string[] };

/** The headings, points and first sentences of a note. Code is skipped, and so are boxes that are ticked. */
function noteOf(name: string, text: string): Note {
  const note: Note = { name, title: "", lines: [], open: [] };
  let fence = "";
  for (const raw of text.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, "").split(/\r?\n/)) {
    const mark = /^\s*(```+|~~~+)/.exec(raw)?.[1] ?? "";
    if (fence === "" ? mark !== "" : mark.startsWith(fence)) {
      fence = fence === "" ? mark : "";
      continue;
    }
    const line = oneLine(raw, LONGEST_LINE);
    if (fence !== "" || line === "" || /^<!--|^>|^[-=*_|: ]+$/.test(line)) continue;
    const box = /^[-*+] \[( |x|X)\] (.+)/.exec(line);
    if (box !== null) {
      if (box[1] === " ") note.open.push(box[2] ?? "");
    } else if (note.title === "" && line.startsWith("# ")) note.title = line.slice(2);
    else if (note.lines.length < MOST_LINES) note.lines.push(line.replace(/^#+ |^[-*+] |^\d+[.)] /, ""));
  }
  return note;
}

function page(day: string, notes: Note[]): string {
  const parts = [OURS, `# What happened on ${day}`];
  for (const { name, title, lines } of notes)
    if (lines.length > 0) parts.push([`## ${title || name}`, "", ...lines.map((line) => `- ${line}`)].join("\n"));
  const open = notes.flatMap((note) => note.open);
  if (open.length > 0) parts.push(["## Still open", "", ...open.map((line) => `- [ ] ${line}`)].join("\n"));
  parts.push(`From ${notes.map((note) => note.name).join(", ")}.`);
  const text = `${parts.join("\n\n")}\n`;
  if (Buffer.byteLength(text) <= LARGEST_PAGE) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, LARGEST_PAGE), { stream: true });
  return `${kept.slice(0, kept.lastIndexOf("\n"))}\n\n(The rest was left out.)\n`;
}

async function replace(memory: string, text: string): Promise<void> {
  const file = join(memory, PAGE);
  if (existsSync(file) && !(await readStart(file))?.startsWith(OURS))
    throw new Error(`memory/${PAGE} was not written by this hook, so it was left as it is. Rename it to get the page.`);
  // A name of its own, since two agents may share a workspace; a link in the page's place is replaced, not written through.
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, text, { flag: "wx", mode: 0o600 });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** The first part of a plain file, never half a character. A link, a folder or a pipe gives nothing. */
async function readStart(path: string): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    if (!(await file.stat()).isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_NOTE), 0, LARGEST_NOTE, 0);
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true });
  } finally {
    await file.close();
  }
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return [...line].length > most ? `${[...line].slice(0, most).join("")}…` : line;
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
