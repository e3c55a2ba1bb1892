/** What the fake computer holds: enough of everything that a screen can show. */
import type {
  AgentId,
  AgentRuntime,
  AgentView,
  Also,
  Hook,
  HookAction,
  HookRuntime,
  Missing,
  Note,
  OnOff,
  PlanView,
} from "./index";

const NAMES: Record<AgentId, string> = {
  milady: "Milady",
  eliza: "Eliza",
  openclaw: "OpenClaw",
  zeroclaw: "ZeroClaw",
  moltis: "Moltis",
};
export const AGENTS = Object.keys(NAMES) as AgentId[];

const VERSIONS: Record<AgentId, string[]> = {
  milady: ["documented", "2026-03-01"],
  eliza: ["documented", "2.0.0-beta.2"],
  openclaw: ["documented", "2026.7.35", "2026.8.1", "2026.9.6"],
  zeroclaw: ["documented", "0.1.6-hooks", "0.8.7"],
  moltis: ["documented", "2026-08-21"],
};

/** The newest known version, found here; every moment is sent unless a scenario says otherwise. */
export function runtimeOf(agent: AgentId, part: Partial<AgentRuntime> = {}): AgentRuntime {
  const known = VERSIONS[agent];
  const version = known.at(-1) ?? "documented";
  const runtime = { version, basis: "installed" as const, ...part };
  return {
    found: version,
    path: "/usr/lib/node_modules",
    known,
    sends: ["gateway:startup"],
    ...said(NAMES[agent], runtime),
    config: "accepted",
    config_problems: [],
    ...runtime,
  };
}

/** How the engine names a version, and begins a sentence about what it does not send. */
export function said(name: string, { version, basis }: Pick<AgentRuntime, "version" | "basis">) {
  if (version === "documented")
    return {
      named: `${name} (by its documentation)`,
      never_sends: `By its documentation, ${name} never sends`,
    };
  return basis === "assumed"
    ? { named: `${name} (taken to be ${version})`, never_sends: `No ${name} known, up to ${version}, sends` }
    : { named: `${name} ${version}`, never_sends: `${name} ${version} never sends` };
}

const BREAKER = {
  id: "breaker",
  sentence:
    "After 3 failures in a row, Moltis leaves a hook out for 60 seconds, then tries it once more. A hook that blocks has not failed.",
  fixable: false,
  seen: "Moltis of 2026-08-21, run in November 2026",
};

const ONE_EVENT = {
  id: "milady-events",
  sentence:
    "Today's Milady sends one event only: gateway:startup. Hooks on other events load and are never called.",
  fixable: false,
  seen: "Milady of 2026-03-01, read in November 2026",
};

const NOTES: Partial<Record<AgentId, Note[]>> = { milady: [ONE_EVENT], moltis: [BREAKER] };

export function agentView(agent: AgentId, found: boolean): AgentView {
  return {
    agent,
    name: NAMES[agent],
    found,
    home: `/home/ana/.${agent}`,
    config: `/home/ana/.${agent}/${agent}.json`,
    config_exists: found,
    workspace: `/home/ana/.${agent}/workspace`,
    projects: agent === "moltis" || agent === "eliza" ? [] : null,
    hooks: 0,
    plugins: agent === "openclaw" ? 0 : null,
    bundled_plugins: agent === "openclaw" ? 63 : 0,
    needs_attention: 0,
    needs_you: 0,
    alarming: 0,
    serious: 0,
    changed: 0,
    notes: NOTES[agent] ?? [],
    hooks_on: true,
    blocked: null,
    runtime: runtimeOf(agent, found ? {} : { found: null, path: null, basis: "assumed" }),
    counts: { ready: 0, not_called: 0, needs_setup: 0, off: 0, cannot_run_here: 0, broken: 0, replaced: 0 },
    managed_dir: `~/.${agent}/hooks`,
    problems: [],
    pending: [],
    pending_hooks: [],
    restart_hint: agent === "zeroclaw" ? "" : `Restart ${NAMES[agent]}`,
  };
}

/** What does not apply is null, as the engine sends it. */
export function actionOf(part: Partial<HookAction> & { kind: HookAction["kind"] }): HookAction {
  return {
    command: null,
    workdir: null,
    env: null,
    url: null,
    method: null,
    headers: null,
    body: null,
    content: null,
    position: null,
    ...part,
  };
}

type HookPart = Partial<Omit<Hook, "runtime">> & { name: string; runtime?: Partial<HookRuntime> };

/** A part of what the engine makes of a state: enough for what the tests have. */
export function settled(hook: Hook): Hook {
  const switchable = !["broken", "replaced", "cannot-run-here"].includes(hook.state);
  const fixable = hook.state === "ready" && hook.notes.some((note) => note.fixable);
  const idle = hook.state === "ready" && hook.notes.some(({ id }) => id === "does-nothing");
  const row = hook.draft && switchable ? "draft" : idle ? "no-effect" : fixable ? "needs-fix" : hook.state;
  const can_try = hook.events.length > 0 && hook.state !== "broken" && hook.state !== "cannot-run-here";
  return { ...hook, row, switchable, can_try };
}

export function makeHook(part: HookPart): Hook {
  const agent = part.agent ?? "milady";
  const source = part.source ?? "managed";
  const dir = `/home/ana/.${agent}/${source === "workspace" ? "workspace/hooks" : "hooks"}/${part.name}`;
  return settled({
    id: `${agent}/${source}/${part.name}`,
    agent,
    title: part.name,
    hook_key: part.name,
    workspace: source === "workspace" ? `/home/ana/.${agent}/workspace` : null,
    description: "",
    emoji: null,
    homepage: null,
    source,
    dir,
    manifest: `${dir}/HOOK.md`,
    handler: { kind: "module", path: `${dir}/handler.ts`, export: "default" },
    action: actionOf({ kind: "module" }),
    conditions: null,
    timeout_secs: null,
    draft: false,
    project: null,
    events: ["session:start"],
    when: "when a session starts",
    priority: 0,
    enabled: true,
    eligible: true,
    state: "ready",
    row: "ready",
    switchable: true,
    can_try: true,
    reason: null,
    missing: [],
    notes: [],
    findings: 0,
    replaced_by: null,
    replaced_by_id: null,
    error: null,
    changed: [],
    danger: null,
    warning: null,
    turned_off: null,
    installed: source === "managed" && part.state !== "broken",
    serious_change: null,
    alarming: (part.danger ?? part.turned_off ?? null) !== null,
    called_for_real: null,
    ...part,
    runtime: {
      version: VERSIONS[agent].at(-1) ?? "documented",
      basis: "installed",
      loads: true,
      registered: part.events ?? ["session:start"],
      called: part.events ?? ["session:start"],
      because: [],
      ...part.runtime,
    },
  });
}

export const tokenMissing: Missing = {
  kind: "env",
  names: ["GITHUB_TOKEN"],
  message: "missing env: GITHUB_TOKEN",
  sentence: "Needs a GitHub token",
};
export const ffmpegMissing: Missing = {
  kind: "bin",
  names: ["ffmpeg"],
  message: "missing bin: ffmpeg",
  sentence: "Needs the program ffmpeg",
};

/** Its version in force does not ask for order numbers. */
export const unordered = (agent: AgentId) =>
  agent === "moltis"
    ? "Moltis 2026-08-21 does not look at order numbers: it takes folders as the disk lists them."
    : null;

/** Another hook that an edit would switch. */
export const switched = (name: string, change: OnOff): Also => ({
  name,
  change,
  would: `The agent would also turn ${change} ${name}.`,
  keepable: true,
});

export const NO_PLAN: PlanView = { title: "", steps: [], files: [], also: [], stays: [] };
