// Stands in until tauri-specta writes this file from the Rust commands. Do not add logic here.
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

export type AgentId = "milady" | "eliza" | "openclaw" | "zeroclaw" | "moltis";
export type Source = "config" | "builtin" | "plugin" | "extra" | "bundled" | "managed" | "workspace";
export type State = "broken" | "replaced" | "cannot-run-here" | "off" | "needs-setup" | "ready";
export type MissingKind = "os" | "bin" | "any-bins" | "env" | "config" | "not-executable";
export type Severity = "low" | "medium" | "high";

/** Thrown/returned by every command. `code` is kebab-case; the UI acts on a few of them only. */
export type AppError = { code: string; message: string; hint: string | null };

export type Missing = { kind: MissingKind; names: string[]; message: string; sentence: string };
export type Note = { id: string; sentence: string; fixable: boolean; seen: string };
export type Finding = { rule: string; severity: Severity; file: string; line: number; excerpt: string; why: string };
export type Handler =
  | { kind: "module"; path: string; export: string }
  | { kind: "shell"; command: string; timeout_secs: number }
  | { kind: "http"; method: string; url: string }
  | { kind: "prompt"; position: string };

export type Hook = {
  id: string; agent: AgentId; name: string; title: string; hook_key: string; workspace: string | null; description: string;
  emoji: string | null; homepage: string | null; source: Source; dir: string | null; manifest: string | null; handler: Handler | null;
  events: string[]; when: string; priority: number; enabled: boolean; eligible: boolean; state: State; reason: string | null;
  missing: Missing[]; notes: Note[]; findings: number; replaced_by: Source | null; replaced_by_id: string | null; error: string | null;
};

export type Counts = { ready: number; needs_setup: number; off: number; cannot_run_here: number; broken: number; replaced: number };
export type Problem = { path: string; message: string; line: number | null; column: number | null };
export type AgentView = {
  agent: AgentId; name: string; found: boolean; home: string; config: string; config_exists: boolean; workspace: string;
  hooks: number; needs_attention: number; notes: Note[];
  /** hooks as a whole */ hooks_on: boolean;
  counts: Counts;
  /** where installed hooks go, with ~ */ managed_dir: string;
  /** config that does not parse, refused extra dirs, ... */ problems: Problem[];
  /** changes since the agent was last seen to restart: "Session memory was turned on." */ pending: string[];
  /** "Restart Milady to apply" in the agent's own terms */ restart_hint: string;
};
export type MachineView = { platform: "darwin" | "linux" | "win32"; path_dirs: string[]; path_source: "login-shell" | "process"; /** login shell's PATH is still being read: rows with missing programs say Checking */ checking: boolean };
export type Overview = { agents: AgentView[]; machine: MachineView };

export type InstallOption = { label: string; /** to copy into a terminal */ command: string | null; url: string | null };
export type SetupItem = {
  kind: MissingKind; names: string[]; title: string; met: boolean;
  /** "Found in /usr/bin", "Needs the program jq", "Already set in your environment", "Saved in Milady's settings" */ sentence: string;
  /** second small line: `GITHUB_TOKEN → milady.json · hooks.internal.entries.github-digest.env` */ detail: string | null;
  /** env and config items that can be filled in here */ editable: boolean;
  /** env: a secret, masked */ secret: boolean;
  /** env/config: saved by us in the config, can be cleared */ clearable: boolean;
  /** programs: how it can be installed, as the hook's author wrote it */ install: InstallOption[];
  /** "not checked by Moltis" and the like */ note: string | null;
};
export type Trigger = { key: string; label: string; sentence: string; moment: string | null; modifying: boolean };
export type FileEntry = { path: string; bytes: number };
export type Receipt = { source: string; version: string; installed_at: string; files: { path: string; sha256: string }[]; changed: string[] };
export type HookDetail = {
  hook: Hook; body: string; files: FileEntry[]; install: InstallOption[]; receipt: Receipt | null; findings: Finding[];
  setup: SetupItem[]; triggers: Trigger[];
  /** null: can be switched; else why not */ switch_blocked: string | null;
  /** null: can be removed; else why not */ remove_blocked: string | null;
};

export type Also = { name: string; change: "on" | "off" };
export type FileDiff = { path: string; diff: string };
export type PlanView = { title: string; steps: string[]; files: FileDiff[]; also: Also[]; /** what removal leaves */ stays: string[] };
export type Change = { changed: boolean; /** "Session memory was turned on." */ summary: string; agent: AgentId; also: Also[]; /** id for `undo`; null: nothing to take back */ undo: string | null };
/** Changes that switch other hooks come back as `confirm` first; call again with confirmed = true. */
export type Outcome = { kind: "done"; change: Change } | { kind: "confirm"; plan: PlanView };
export type IncludedFor = { agent: AgentId; /** id of the hook when it is installed there */ installed: string | null; /** "Nothing to set up" / "Needs git and a key" */ needs: string; /** newer than the installed one */ update: boolean };
export type Included = { name: string; title: string; emoji: string; description: string; when: string; agents: IncludedFor[] };
export type Installed = { id: string; change: Change };

export type InventoryChanged = { agent: AgentView; /** true: forget what you have of this agent and ask again */ full: boolean; upserted: Hook[]; removed: string[] };

export type InstallOutcome = { kind: "done"; id: string; change: Change } | { kind: "confirm"; plan: PlanView };
export type Result<T> = { status: "ok"; data: T } | { status: "error"; error: AppError };

async function typed<T>(command: string, args?: Record<string, unknown>): Promise<Result<T>> {
  try {
    return { status: "ok", data: await invoke<T>(command, args) };
  } catch (error) {
    if (error instanceof Error) throw error;
    return { status: "error", error: error as AppError };
  }
}

export const commands = {
  overview: () => typed<Overview>("overview"),
  hooks: (agent: AgentId | null) => typed<Hook[]>("hooks", { agent }),
  hook: (id: string) => typed<HookDetail>("hook", { id }),
  setEnabled: (id: string, on: boolean, confirmed: boolean) => typed<Outcome>("set_enabled", { id, on, confirmed }),
  setHooksOn: (agent: AgentId, on: boolean) => typed<Change>("set_hooks_on", { agent, on }),
  setEnv: (id: string, key: string, value: string) => typed<Change>("set_env", { id, key, value }),
  clearEnv: (id: string, key: string) => typed<Change>("clear_env", { id, key }),
  setSetting: (id: string, path: string, value: string) => typed<Change>("set_setting", { id, path, value }),
  clearSetting: (id: string, path: string) => typed<Change>("clear_setting", { id, path }),
  makeExecutable: (id: string) => typed<Change>("make_executable", { id }),
  fixNote: (id: string, note: string, confirmed: boolean) => typed<Outcome>("fix_note", { id, note, confirmed }),
  included: () => typed<Included[]>("included"),
  installIncluded: (name: string, agent: AgentId, confirmed: boolean) => typed<InstallOutcome>("install_included", { name, agent, confirmed }),
  planRemove: (id: string) => typed<PlanView>("plan_remove", { id }),
  remove: (id: string) => typed<Change>("remove", { id }),
  undo: (id: string) => typed<Change>("undo", { id }),
  openFolder: (id: string) => typed<null>("open_folder", { id }),
  openConfigFolder: (agent: AgentId) => typed<null>("open_config_folder", { agent }),
  openLink: (url: string) => typed<null>("open_link", { url }),
  refresh: () => typed<Overview>("refresh"),
  dismissPending: (agent: AgentId) => typed<null>("dismiss_pending", { agent }),
  windowReady: () => typed<null>("window_ready"),
};

export const events = {
  inventoryChanged: { listen: (cb: (event: { payload: InventoryChanged }) => void) => listen<InventoryChanged>("inventory-changed", cb) },
  machineChanged: { listen: (cb: (event: { payload: MachineView }) => void) => listen<MachineView>("machine-changed", cb) },
};
