import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The agent waits for its hooks while it starts: what shows the notification goes on automatically after this time. */
const WAIT_MS = 1_000;

/** When the agent has started: one notification on the desktop. Where there is no desktop, nothing happens. */
export default async function upNotice(event: HookEvent): Promise<void> {
  const agent = agentTitle();
  const shown = show(`${agent} is up`, `${agent} started at ${clock(eventTime(event))}.`);
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([shown, new Promise((done) => (timer = setTimeout(done, WAIT_MS)))]);
  clearTimeout(timer);
}

/** "09:05", as the person's clock shows it. */
function clock(time: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}

// --- desktop: the same text in every included hook that shows a notification ---

const LIMIT_MS = 8_000;

/** One notification, by what the system brings for it. What went wrong, or nothing. */
function show(title: string, text: string): Promise<string | undefined> {
  if (process.platform === "darwin") return run("osascript", [...APPLE_SCRIPT, title, text]);
  if (process.platform === "win32")
    return run("powershell", ["-NoProfile", "-NonInteractive", "-Command", POWERSHELL], {
      NOTIFY_TITLE: title,
      NOTIFY_TEXT: text,
    });
  // Some desktops read these as markup.
  return run("notify-send", ["-a", title, "--", title, text.replace(/[<>&]/g, "")]);
}

/** The words reach each system as arguments or variables, never inside of its script: there they could be read as code. */
const APPLE_SCRIPT = [
  "-e",
  "on run argv",
  "-e",
  "display notification (item 2 of argv) with title (item 1 of argv)",
  "-e",
  "end run",
];

const POWERSHELL = `
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$icon = New-Object System.Windows.Forms.NotifyIcon
$icon.Icon = [System.Drawing.SystemIcons]::Information
$icon.Visible = $true
$icon.ShowBalloonTip(5000, $env:NOTIFY_TITLE, $env:NOTIFY_TEXT, 'None')
Start-Sleep -Seconds 5
$icon.Dispose()
`;

function run(program: string, args: string[], words: Record<string, string> = {}): Promise<string | undefined> {
  const options = { timeout: LIMIT_MS, windowsHide: true, env: { ...process.env, ...words } };
  return new Promise((done) => {
    execFile(program, args, options, (error) => {
      if (error === null) return done(undefined);
      const missing = (error as { code?: unknown }).code === "ENOENT";
      done(
        missing
          ? `There is no ${program} on this computer.`
          : "The desktop took no notification. Does the agent run in your own session?",
      );
    });
  });
}

/** The agent by its folder's name: "Milady" for `~/.milady`. */
function agentTitle(): string {
  const { agent, home } = agentPlace();
  const name = agent ?? basename(home);
  return name === "openclaw" ? "OpenClaw" : name.charAt(0).toUpperCase() + name.slice(1);
}
// --- end of desktop ---

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
