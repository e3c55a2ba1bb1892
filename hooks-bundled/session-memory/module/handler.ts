import { constants, existsSync, realpathSync } from "node:fs";
import { mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** When a session is over: keeps its last messages and what the event says about it, as one Markdown file in the workspace's `memory/`. */
export default async function sessionMemory(event: HookEvent): Promise<void> {
  const time = eventTime(event);
  const folder = join(await workspaceFolder(event), "memory");
  await mkdir(folder, { recursive: true });
  const [day, clock] = localDayAndClock(time);
  await writeNew(
    folder,
    `${day}-${slug(sessionTitle(event.context)) || clock.replaceAll(":", "")}`,
    render(event, time, await lastMessages(event)),
  );
}

const LARGEST_TRANSCRIPT = 1024 * 1024;

type Message = { who: string; text: string };

/** What was said last: from what the agent has read of its transcript, from the transcript, else from the event itself. */
async function lastMessages(event: HookEvent): Promise<Message[]> {
  const context = asRecord(event.context);
  const entry = asRecord(context.previousSessionEntry ?? context.sessionEntry);
  const read = asText(asRecord(context.previousSessionMemory).content)?.split("\n").map(quotedLine) ?? [];
  const sources = [
    async () => read.filter((message) => message !== undefined),
    async () => transcript(event, entry),
    async () => [context, asRecord(context.previousSessionEntry), asRecord(context.sessionEntry)].flatMap(conversation),
  ];
  for (const source of sources) {
    const said = await source();
    if (said.length > 0) return said.slice(-MOST_MESSAGES);
  }
  return [];
}

/** `user: "…"`, as OpenClaw hands its own summary over. */
function quotedLine(line: string): Message | undefined {
  const [, who, quoted] = /^(user|assistant): (".*")$/.exec(line) ?? [];
  try {
    return who === undefined ? undefined : { who, text: String(JSON.parse(quoted ?? "")) };
  } catch {
    return undefined;
  }
}

/** The transcript that the entry names: lines of JSON. A reset moves it aside before or after this hook is called. */
async function transcript(event: HookEvent, entry: Record<string, unknown>): Promise<Message[]> {
  const agent = /^agent:([\w-]+):/.exec(event.sessionKey ?? "")?.[1] ?? "main";
  const sessions = join(agentPlace().home, "agents", agent, "sessions");
  const id = asText(entry.sessionId);
  const named = asText(entry.sessionFile) ?? (id !== undefined && /^[\w.-]+$/.test(id) ? `${id}.jsonl` : "");
  const file = isAbsolute(named) ? named : join(sessions, basename(named));
  const plain = file.replace(/\.reset\.[^/\\]*$/, "");
  if (!plain.endsWith(".jsonl")) return [];
  const moved = (await readdir(dirname(plain)).catch(() => []))
    .filter((name) => name.startsWith(`${basename(plain)}.reset.`))
    .sort()
    .map((name) => join(dirname(plain), name));
  for (const each of [plain, file, ...moved.reverse().slice(0, 1)]) {
    const said = messagesOf(await readEnd(each));
    if (said.length > 0) return said;
  }
  return [];
}

/** People and agent, without tools, commands and copies of an answer. A line that was torn is skipped. */
function messagesOf(lines: string): Message[] {
  const said: Message[] = [];
  for (const line of lines.split("\n")) {
    let entry: Record<string, unknown>;
    try {
      entry = asRecord(JSON.parse(line));
    } catch {
      continue;
    }
    const message = asRecord(entry.message);
    const who = message.role;
    if (entry.type !== "message" || (who !== "user" && who !== "assistant")) continue;
    const text = messageText(message.content);
    const copy = message.model === "delivery-mirror" && said.at(-1)?.text === text;
    if (text !== "" && text !== "NO_REPLY" && !text.startsWith("/") && !copy) said.push({ who, text });
  }
  return said.slice(-MOST_MESSAGES);
}

/** The last part of a plain file, from the beginning of a line. A link, a folder or a pipe gives nothing. */
async function readEnd(path: string): Promise<string> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const status = await file.stat();
    if (!status.isFile()) return "";
    const from = Math.max(0, status.size - LARGEST_TRANSCRIPT);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LARGEST_TRANSCRIPT), 0, LARGEST_TRANSCRIPT, from);
    const text = buffer.toString("utf8", 0, bytesRead);
    return from === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await file.close();
  }
}

/** Creates `<name>.md`, or `<name>-2.md` and so on: an earlier memory is never overwritten, not even by two sessions at once. */
async function writeNew(folder: string, name: string, text: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    const file = join(folder, count === 1 ? `${name}.md` : `${name}-${count}.md`);
    try {
      await writeFile(file, text, { flag: "wx", mode: 0o600 });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "EEXIST" || count === 1000) throw error;
    }
  }
}

function localDayAndClock(time: Date): [string, string] {
  const two = (number: number) => String(number).padStart(2, "0");
  return [
    `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`,
    `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`,
  ];
}

/** The session that ends is the previous one; some agents send only one entry. */
function sessionTitle(context: Record<string, unknown> | undefined): string {
  for (const holder of [context?.previousSessionEntry, context?.sessionEntry, context]) {
    const entry = asRecord(holder);
    const title =
      asText(entry.title) ?? asText(entry.label) ?? asText(entry.displayName) ?? asText(entry.subject);
    if (title !== undefined) return withoutSecrets(title);
  }
  return "";
}

function slug(title: string): string {
  return title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 48)
    .replace(/^-+|-+$/g, "");
}

// The config is left out: it belongs to the agent, not to the session, and holds keys. The messages get their own part.
const NOT_FIELDS = ["cfg", "config", "deps", "messages", "history", "transcript", "previousSessionMemory", "skillsSnapshot"];

function render(event: HookEvent, time: Date, said: Message[]): string {
  const context = asRecord(event.context);
  const [day, clock] = localDayAndClock(time);
  const lines = [
    `# Session of ${day} ${clock}`,
    "",
    ...field("session key", event.sessionKey),
    ...field("ended by", event.type === "command" ? `/${event.action}` : event.action),
    ...field("time", time.toISOString()),
  ];
  const nested: string[] = [];
  for (const [key, value] of Object.entries(context)) {
    if (NOT_FIELDS.includes(key) || looksSecret(key, value)) continue;
    const inner = asRecord(value);
    if (Object.keys(inner).length === 0) {
      lines.push(...field(key, value));
    } else {
      const fields = Object.entries(inner).flatMap(([name, each]) =>
        looksSecret(name, each) || NOT_FIELDS.includes(name) ? [] : field(name, each),
      );
      nested.push("", `## ${inline(key)}`, "", ...fields);
    }
  }
  const talk = said.length === 0 ? [] : ["", "## Conversation", "", said.map(quoted).join("\n\n")];
  return `${[...lines, ...nested, ...talk].join("\n")}\n`;
}

const MOST_MESSAGES = 50;
const LONGEST_MESSAGE = 4000;
const LONGEST_FIELD = 2000;

/** A message, quoted, so that a heading inside it cannot be taken for a heading of this file. */
function quoted({ who, text }: Message): string {
  return `**${inline(who)}**\n${withoutSecrets(text).slice(0, LONGEST_MESSAGE).replace(/^/gm, "> ")}`;
}

/** The last messages that an event carries itself. */
function conversation(holder: Record<string, unknown>): Message[] {
  const list = [holder.messages, holder.history, holder.transcript].find(Array.isArray) as
    | unknown[]
    | undefined;
  return (list ?? []).slice(-MOST_MESSAGES).flatMap((message) => {
    const entry = asRecord(asRecord(message).message ?? message);
    const who = asText(entry.role) ?? asText(entry.from) ?? "message";
    const text = messageText(typeof message === "string" ? message : (entry.content ?? entry.text));
    return text === "" ? [] : [{ who, text }];
  });
}

/** A message is text, or a list of parts of which the text parts count. */
function messageText(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => asText(asRecord(part).text) ?? "")
    .join("\n")
    .trim();
}

function field(name: string, value: unknown): string[] {
  const shown = typeof value === "string" ? value : safeJson(value);
  return shown === undefined || shown === ""
    ? []
    : [`- ${inline(name)}: \`${inline(withoutSecrets(shown)).slice(0, LONGEST_FIELD)}\``];
}

/** JSON without secret-looking fields, functions and circles; undefined when nothing is left. */
function safeJson(value: unknown): string | undefined {
  const above: unknown[] = [];
  try {
    return JSON.stringify(value, function (this: unknown, key: string, each: unknown) {
      if (key !== "" && (looksSecret(key, each) || NOT_FIELDS.includes(key))) return undefined;
      if (typeof each === "bigint") return String(each);
      if (typeof each !== "object" || each === null) return each;
      while (above.length > 0 && above.at(-1) !== this) above.pop();
      if (above.includes(each) || above.length > 6) return "…";
      above.push(each);
      return each;
    });
  } catch {
    return undefined;
  }
}

/** Counts such as `totalTokens` are not secrets. */
function looksSecret(name: string, value: unknown): boolean {
  if (typeof value === "number" && /tokens$/i.test(name)) return false;
  return /token|secret|passw|passphrase|api[-_]?key|private[-_]?key|credential|cookie|authorization|^auth$|bearer|^pin$|mnemonic|seed[-_]?phrase/i.test(
    name,
  );
}

function withoutSecrets(text: string): string {
  return text
    .replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, "[left out]")
    .replace(/\b(sk-|gh[pousr]_|github_pat_|glpat-|xox[a-z]-|AKIA|eyJ)[\w.-]{12,}/g, "[left out]")
    .replace(/\b(bearer\s+)[\w.~+/=-]{12,}/gi, "$1[left out]")
    .replace(
      /\b((?:password|passwd|secret|token|api[-_]?key)["']?\s*[=:]\s*["']?)[^\s"']{4,}/gi,
      "$1[left out]",
    );
}

function inline(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("`", "'").trim();
}

function asRecord(value: unknown): Record<string, unknown> {
  const plain =
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return plain ? (value as Record<string, unknown>) : {};
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

// --- time: the same text in every included hook that needs the event's time ---

function eventTime(event: HookEvent): Date {
  const time = new Date(event.timestamp ?? Date.now());
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
// --- end of time ---
