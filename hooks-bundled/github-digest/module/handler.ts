import { execFile } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const NETWORK_LIMIT_MS = 10_000;
const GIT_LIMIT_MS = 5_000;
const MOST_LINES = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What happened on GitHub and in the workspace since the last time: one message where somebody is there to read it,
 * a file of the day in the workspace's `memory` folder when the agent starts.
 */
export default async function githubDigest(event: HookEvent): Promise<void> {
  const now = new Date();
  const memory = join(agentPlace().home, "state", "github-digest.json");
  const since = await lastTime(memory, now);
  const [news, commits] = await Promise.all([githubNews(event, since), workspaceCommits(event, since)]);
  if (event.type === "gateway") {
    if (!news.complete) throw new Error(news.lines.join(" "));
    await keep(event, since, [...news.lines, ...commits]);
  } else {
    const lines = news.lines.length > 0 ? news.lines : ["Nothing new on GitHub."];
    event.messages.push([`🐙 GitHub digest since ${readable(since)}`, ...lines, ...commits].join("\n"));
  }
  // What could not be fetched this time must still be in the next digest.
  if (news.complete) await remember(memory, now);
}

/** Nobody reads messages while the agent starts: then the digest is a part of the day's file. */
async function keep(event: HookEvent, since: Date, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const folder = join(await workspaceFolder(event), "memory");
  await mkdir(folder, { recursive: true });
  const text = `## GitHub since ${readable(since)}\n\n${lines.join("\n")}\n\n`;
  await appendFile(join(folder, `${dayOf(eventTime(event))}-github.md`), text, { mode: 0o600 });
}

type News = { lines: string[]; complete: boolean };

async function githubNews(event: HookEvent, since: Date): Promise<News> {
  try {
    const token =
      variable("GITHUB_TOKEN") ?? (await entryText(event, "GITHUB_TOKEN")) ?? (await configText(event, TOKEN_PATHS));
    if (token === undefined)
      throw new Trouble("GITHUB_TOKEN is not set. Set it in Tacklebox, in the setup of this hook.");
    const api = githubApi(token.trim());
    return { lines: await latest(api, since), complete: true };
  } catch (error) {
    // Only sentences written here reach the person: an error of the network layer may quote the request, key and all.
    const reason =
      error instanceof Trouble ? error.message : "GitHub could not be reached. The next digest tries again.";
    return { lines: [`No news from GitHub this time: ${reason}`], complete: false };
  }
}

/** Where else the agent's own check finds the key. */
const TOKEN_PATHS = [
  ["env", "vars", "GITHUB_TOKEN"],
  ["env", "GITHUB_TOKEN"],
];

/** A reason that may be shown as it is. */
class Trouble extends Error {}

type Api = (path: string) => Promise<unknown>;

function githubApi(token: string): Api {
  const base = (variable("GITHUB_API_URL") ?? "https://api.github.com").replace(/\/+$/, "");
  if (!/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${base}/`))
    throw new Trouble("GITHUB_API_URL must begin with https://.");
  const signal = AbortSignal.timeout(NETWORK_LIMIT_MS);
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "github-digest-hook",
    "x-github-api-version": "2022-11-28",
  };
  return async (path) => {
    const answer = await fetch(`${base}${path}`, { headers, signal, redirect: "error" });
    if (answer.ok) return answer.json();
    if (answer.status === 401)
      throw new Trouble("GitHub did not accept the key in GITHUB_TOKEN. It may have expired.");
    if (answer.status === 429 || answer.headers.get("x-ratelimit-remaining") === "0")
      throw new Trouble("GitHub asks to wait: too many requests were made. The next digest tries again.");
    if (answer.status === 403 || answer.status === 404)
      throw new NotAllowed("The key in GITHUB_TOKEN may not read notifications or events.");
    throw new Trouble(`GitHub answered with an error (${answer.status}). The next digest tries again.`);
  };
}

class NotAllowed extends Trouble {}

/** Notifications are the better digest; fine-grained keys may not read them, the events of watched repositories they may. */
async function latest(api: Api, since: Date): Promise<string[]> {
  try {
    const list = asList(
      await api(`/notifications?per_page=50&since=${encodeURIComponent(since.toISOString())}`),
    );
    return shorten(
      list.map(
        (each) =>
          `- ${oneLine(dig(each, "repository", "full_name"))}: ${oneLine(dig(each, "subject", "title"))} (${oneLine(dig(each, "reason")).replaceAll("_", " ")})`,
      ),
    );
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
  }
  const login = oneLine(dig(await api("/user"), "login"));
  const events = asList(await api(`/users/${encodeURIComponent(login)}/received_events?per_page=100`));
  return shorten(
    countByRepository(events.filter((each) => new Date(String(dig(each, "created_at"))) > since)),
  );
}

const EVENT_WORDS: Record<string, [string, string]> = {
  PushEvent: ["push", "pushes"],
  PullRequestEvent: ["pull request change", "pull request changes"],
  PullRequestReviewEvent: ["review", "reviews"],
  IssuesEvent: ["issue change", "issue changes"],
  IssueCommentEvent: ["comment", "comments"],
  ReleaseEvent: ["release", "releases"],
  WatchEvent: ["star", "stars"],
  ForkEvent: ["fork", "forks"],
};

function countByRepository(events: unknown[]): string[] {
  const repositories = new Map<string, Map<string, number>>();
  for (const event of events) {
    const name = oneLine(dig(event, "repo", "name"));
    const type = String(dig(event, "type"));
    const kind = Object.hasOwn(EVENT_WORDS, type) ? type : "other";
    const counts = repositories.get(name) ?? new Map<string, number>();
    repositories.set(name, counts.set(kind, (counts.get(kind) ?? 0) + 1));
  }
  return [...repositories].map(([name, counts]) => {
    const words = [...counts].map(
      ([kind, count]) =>
        `${count} ${(EVENT_WORDS[kind] ?? ["other event", "other events"])[count === 1 ? 0 : 1]}`,
    );
    return `- ${name}: ${words.join(", ")}`;
  });
}

/** The workspace's own commits, if it is a repository itself (not merely inside one, such as a home folder under git). */
async function workspaceCommits(event: HookEvent, since: Date): Promise<string[]> {
  const folder = await workspaceFolder(event);
  if (!existsSync(join(folder, ".git"))) return [];
  // Nothing that the repository's own settings name is run: no signature program, no fetching of what is missing.
  const options = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-C", folder];
  const log = [
    "log",
    "--no-show-signature",
    "--no-color",
    "--max-count=50",
    `--since=${since.toISOString()}`,
    "--pretty=format:%h %s",
  ];
  const env = {
    ...process.env,
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GITHUB_TOKEN: "",
  };
  const output = await new Promise<string>((done) => {
    execFile(
      "git",
      [...options, ...log],
      { env, timeout: GIT_LIMIT_MS, windowsHide: true },
      (error, stdout) => done(error ? "" : stdout),
    );
  });
  const commits = output.split("\n").filter((line) => line !== "");
  return commits.length === 0
    ? []
    : ["New commits in the workspace:", ...shorten(commits.map((line) => `- ${oneLine(line)}`))];
}

async function lastTime(memory: string, now: Date): Promise<Date> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  try {
    const time = new Date(JSON.parse(await readFile(memory, "utf8")).since);
    return Number.isNaN(time.getTime()) || time > now ? dayAgo : time;
  } catch {
    return dayAgo;
  }
}

/** A digest that cannot be remembered is only told twice, which is not a reason to fail. */
async function remember(memory: string, now: Date): Promise<void> {
  try {
    await mkdir(dirname(memory), { recursive: true });
    await writeFile(memory, `${JSON.stringify({ since: now.toISOString() })}\n`, { mode: 0o600 });
  } catch {}
}

function shorten(lines: string[]): string[] {
  return lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `- and ${lines.length - MOST_LINES} more`];
}

function readable(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Titles are written by strangers: one line, no control characters, not endless. */
function oneLine(value: unknown): string {
  return String(value ?? "")
    .replace(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 120);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function dig(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === "object" && inside !== null ? (inside as Record<string, unknown>)[key] : undefined,
    value,
  );
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
