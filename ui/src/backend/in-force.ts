/**
 * What the engine tells of the version of an agent that it judges by. One that judges by the documents alone tells
 * nothing of it: then everything here says so, and the rest of the window need not ask twice.
 */
import type * as wire from "./bindings";

export type State = wire.State | "not-called";

/** Why a version is the one judged by: found here, taken for want of a better one, or a person's choice. */
export type Basis = "installed" | "assumed" | "chosen";

/** What a version of the agent does with one hook. */
export type HookRuntime = {
  version: string;
  basis: Basis;
  /** Null: not to be known without running it. */
  loads: boolean | null;
  /** The keys that it would be registered for. */
  registered: string[];
  /** Those of them that this version ever sends. */
  called: string[];
  because: string[];
};

/** Which version of an agent is judged by, and what it makes of the config. */
export type AgentRuntime = {
  version: string;
  /** The one on this computer, as it calls itself. */
  found: string | null;
  basis: Basis;
  path: string | null;
  known: string[];
  sends: string[];
  config: "accepted" | "refused" | "unknown";
  config_problems: { path: string; message: string }[];
};

/** What keeps an agent's settings from being used; line and column are counted from 1. */
export type ConfigBlock = { message: string; line: number | null; column: number | null };

export type Hook = Omit<wire.Hook, "state"> & {
  state: State;
  runtime: HookRuntime;
  /** What is dangerous in it, where the agent runs it. */
  danger: string | null;
};
export type AgentView = Omit<wire.AgentView, "counts"> & {
  counts: wire.Counts & { not_called: number };
  runtime: AgentRuntime;
  blocked: ConfigBlock | null;
};
/** Whether the version in force ever sends it. */
export type Trigger = wire.Trigger & { sent: boolean };
export type TryHook = Omit<wire.TryHook, "state"> & { state: State };
export type TryMoment = Omit<wire.TryMoment, "hooks"> & { hooks: TryHook[]; sent: boolean };

/** A type of the engine with these in the place of their plainer selves, however deep. */
export type Full<T> = T extends wire.Hook
  ? Hook
  : T extends wire.AgentView
    ? AgentView
    : T extends wire.TryMoment
      ? TryMoment
      : T extends wire.Trigger
        ? Trigger
        : T extends (infer Item)[]
          ? Full<Item>[]
          : T extends wire.State
            ? wire.State extends T
              ? State
              : T
            : T extends object
              ? { [Key in keyof T]: Full<T[Key]> }
              : T;

const BY_THE_TEXT = { version: "documented", basis: "assumed" } as const;

type Loose = Record<string, unknown>;

/** Fills in what was not told. Objects are known by the fields that no other type has. */
function fill(value: Loose): Loose {
  if ("hook_key" in value && !("runtime" in value)) {
    const { events } = value as wire.Hook;
    const runtime = { ...BY_THE_TEXT, loads: null, registered: events, called: events, because: [] };
    return { danger: null, ...value, runtime };
  }
  if ("managed_dir" in value && !("runtime" in value)) {
    const nothing = { found: null, path: null, known: [], sends: [], config_problems: [] };
    const { counts } = value as wire.AgentView;
    const runtime = { ...BY_THE_TEXT, ...nothing, config: "unknown" };
    return { blocked: null, ...value, counts: { not_called: 0, ...counts }, runtime };
  }
  if ("modifying" in value && "moment" in value && !("sent" in value)) return { ...value, sent: true };
  return value;
}

export function complete<T>(value: T): Full<T> {
  if (Array.isArray(value)) return value.map((item) => complete(item)) as Full<T>;
  if (value === null || typeof value !== "object") return value as Full<T>;
  const entries = Object.entries(fill(value as Loose));
  return Object.fromEntries(entries.map(([name, item]) => [name, complete(item)])) as Full<T>;
}
