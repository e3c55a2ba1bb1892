import { existsSync, realpathSync } from "node:fs";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LARGEST_LOG = 5 * 1024 * 1024;

/** On every command: one JSON line in the agent's `logs/commands.log`. What follows the command's name is never written: it may hold a key. */
export default async function commandLogger(event: HookEvent): Promise<void> {
  const folder = join(agentPlace().home, "logs");
  const file = join(folder, "commands.log");
  const context = event.context ?? {};
  const line = `${JSON.stringify({
    timestamp: eventTime(event).toISOString(),
    action: short(event.action),
    sessionKey: short(event.sessionKey),
    sender: short(context.senderId ?? context.sender ?? context.userId ?? context.from),
    source: short(context.commandSource ?? context.source ?? context.channel ?? context.surface),
  })}\n`;
  await mkdir(folder, { recursive: true });
  await rotate(file, Buffer.byteLength(line));
  const log = await open(file, "a", 0o600);
  try {
    await log.chmod(0o600); // a log that another program began may be open to all
    await log.appendFile(line);
  } finally {
    await log.close();
  }
}

/** One earlier file is kept, so that the log never takes more than twice the limit. */
async function rotate(file: string, incoming: number): Promise<void> {
  try {
    if ((await stat(file)).size + incoming > LARGEST_LOG) await rename(file, `${file}.1`);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOENT") throw error;
  }
}

/** A name or a number as text; a sender may also be an object with an `id`. Anything else is not worth guessing. */
function short(value: unknown): string {
  if (typeof value === "object" && value !== null) return short((value as { id?: unknown }).id);
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "unknown";
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

// --- time: the same text in every included hook that needs the event's time ---

function eventTime(event: HookEvent): Date {
  const time = new Date(event.timestamp ?? Date.now());
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
// --- end of time ---
