/** The addresses of the window. They live in the hash, so that a reload finds its screen again. */
import { navigate, useHashLocation } from "wouter/use-hash-location";
import { AGENT_IDS, type AgentId } from "./backend";

/** What a hook's screen should have in view when it opens. */
export type Part = "setup" | "problem" | "changed";

/** Where in a text; both counted from 1. */
export type TextPlace = { line: number | null; column: number | null };

/** What *Try it* should begin with; none where the person has not chosen. */
export type Wish = { agent: AgentId | null; key: string | null; hook: string | null };
/** A page of the settings: an agent's, or Tacklebox's own. */
export type SettingsPage = AgentId | "tacklebox";

export type Route =
  | { screen: "start" }
  | { screen: "hooks"; agent: AgentId | null }
  | { screen: "hook"; id: string; part: Part | null }
  /** `change`: its sentence is opened to be changed. */
  | { screen: "plugin"; id: string; change: boolean }
  /** A new hook, or one that is changed. */
  | { screen: "sentence"; agent: AgentId; hook: string | null; event: string | null; entry: boolean }
  | { screen: "timeline"; agent: AgentId }
  /** `setUps`: at what opens and writes a set-up, which is below all the cards. */
  | { screen: "get"; agent: AgentId | null; setUps: boolean }
  | { screen: "included"; agent: AgentId; name: string }
  | { screen: "review"; job: string }
  /** The guide, opened at the heading of this name. */
  | { screen: "help"; at: string | null }
  | { screen: "try"; wish: Wish }
  | { screen: "set-up" }
  | { screen: "activity"; removed: boolean }
  /** `about`: at what tells of Tacklebox itself, which is far down. */
  | { screen: "settings"; page: SettingsPage | null; about: boolean }
  | { screen: "file"; id: string; file: string; line: number | null }
  | { screen: "config"; agent: AgentId; place: TextPlace | null };

const AGENTS: readonly string[] = AGENT_IDS;
const PARTS: readonly string[] = ["setup", "problem", "changed"];

/** Of what was installed: its id says what it is (`openclaw/plugin/guard`). A hook that a plugin brought has such an id, too. */
export const isPlugin = (id: string) => id.split("/")[1] === "plugin";

export const paths = {
  agent: (agent: AgentId) => `/agent/${agent}`,
  hooks: "/hooks",
  hook: (id: string, part?: Part | null) => `/hook/${encodeURIComponent(id)}${part ? `/${part}` : ""}`,
  plugin: (id: string, change?: boolean) => `/plugin/${encodeURIComponent(id)}${change ? "/change" : ""}`,
  /** Of what was installed as one piece: a plugin has a screen of its own. */
  installed: (id: string) => (isPlugin(id) ? paths.plugin(id) : paths.hook(id)),
  /** A file of a hook as text, at a line. */
  file: (id: string, file: string, line?: number | null) =>
    `/file/${encodeURIComponent(id)}/${encodeURIComponent(file)}${line ? `/${line}` : ""}`,
  newHook: (agent: AgentId, event?: string) => `/new/${agent}${event ? `/${encodeURIComponent(event)}` : ""}`,
  /** A new one that is an entry of the agent's config. */
  newEntry: (agent: AgentId) => `/new-entry/${agent}`,
  edit: (id: string) => `/edit/${encodeURIComponent(id)}`,
  timeline: (agent: AgentId) => `/timeline/${agent}`,
  config: (agent: AgentId, place?: TextPlace | null) =>
    `/settings/${agent}/config${place?.line ? `/${place.line}.${place.column ?? 1}` : ""}`,
  get: (agent?: AgentId) => (agent ? `/get/${agent}` : "/get"),
  setUps: "/get/set-ups",
  included: (agent: AgentId, name: string) => `/included/${agent}/${encodeURIComponent(name)}`,
  help: (at?: string | null) => (at ? `/help/${encodeURIComponent(at)}` : "/help"),
  review: (job: string) => `/review/${encodeURIComponent(job)}`,
  /** Parts of the path, not a query: what is behind a `?` would not stay in the hash. */
  try: (wish?: Partial<Wish>) =>
    ["/try", wish?.agent, wish?.key, wish?.hook]
      .slice(0, !wish?.agent ? 1 : !wish.key ? 2 : !wish.hook ? 3 : 4)
      .map((part, index) => (index === 0 ? part : encodeURIComponent(part ?? "")))
      .join("/"),
  setUp: "/set-up",
  activity: "/activity",
  removed: "/activity/removed",
  settings: (page?: SettingsPage) => (page ? `/settings/${page}` : "/settings"),
  about: "/settings/tacklebox/about",
};

/** What was encoded into a part of an address; null for one that was not. */
function decoded(part: string | undefined): string | null {
  try {
    return part ? decodeURIComponent(part) : null;
  } catch {
    return null;
  }
}

/** `3.9`: line and column. */
function placeIn(part: string | undefined): TextPlace | null {
  const [, line, column] = /^(\d{1,7})\.(\d{1,7})$/.exec(part ?? "") ?? [];
  return line ? { line: Number(line), column: Number(column) } : null;
}

/** Addresses that mean nothing lead to the start. */
export function parseRoute(path: string): Route {
  const [, screen, first, second, third] = path.split("/");
  const agent = AGENTS.includes(first ?? "") ? (first as AgentId) : null;
  if (screen === "agent" && agent) return { screen: "hooks", agent };
  if (screen === "hooks") return { screen: "hooks", agent: null };
  if (screen === "settings" && agent && second === "config")
    return { screen: "config", agent, place: placeIn(third) };
  if (screen === "new" && agent)
    return { screen: "sentence", agent, hook: null, event: decoded(second), entry: false };
  if (screen === "new-entry" && agent)
    return { screen: "sentence", agent, hook: null, event: null, entry: true };
  if (screen === "timeline" && agent) return { screen: "timeline", agent };
  if (screen === "edit") {
    const hook = decoded(first);
    const own = AGENTS.find((known) => hook?.startsWith(`${known}/`)) as AgentId | undefined;
    return hook && own
      ? { screen: "sentence", agent: own, hook, event: null, entry: false }
      : { screen: "start" };
  }
  if (screen === "get") return { screen: "get", agent, setUps: first === "set-ups" };
  if (screen === "included" && agent && second) {
    const name = decoded(second);
    return name === null ? { screen: "start" } : { screen: "included", agent, name };
  }
  if (screen === "help") return { screen: "help", at: decoded(first) };
  if (screen === "review" && first) {
    const job = decoded(first);
    return job === null ? { screen: "start" } : { screen: "review", job };
  }
  if (screen === "set-up") return { screen: "set-up" };
  if (screen === "activity") return { screen: "activity", removed: first === "removed" };
  if (screen === "try")
    return {
      screen: "try",
      wish: { agent, key: agent && decoded(second), hook: agent && decoded(third) },
    };
  if (screen === "settings") {
    const own = first === "tacklebox";
    return { screen: "settings", page: own ? "tacklebox" : agent, about: own && second === "about" };
  }
  if (screen === "plugin" && first) {
    const id = decoded(first);
    return id === null ? { screen: "start" } : { screen: "plugin", id, change: second === "change" };
  }
  if (screen === "file" && first && second) {
    const [id, file] = [decoded(first), decoded(second)];
    const line = /^\d{1,7}$/.test(third ?? "") ? Number(third) : null;
    return id === null || file === null ? { screen: "start" } : { screen: "file", id, file, line };
  }
  if (screen === "hook" && first) {
    const part = PARTS.includes(second ?? "") ? (second as Part) : null;
    const id = decoded(first);
    return id === null ? { screen: "start" } : { screen: "hook", id, part };
  }
  return { screen: "start" };
}

/** Kept with each step of the history, so that it is right after any way of going back. */
type Step = { from: string } | null;

/** The address from which this screen was opened; null where "back" would leave the app. */
export function cameFrom(): Route | null {
  const step = history.state as Step;
  return step?.from ? parseRoute(step.from) : null;
}

/** Asked before a screen is left by a click; only a screen with something unsaved has one. */
let guard: (() => Promise<boolean>) | null = null;

/** `ask` resolves to whether the screen may be left. The answer takes the guard away again. */
export function guardLeaving(ask: () => Promise<boolean>): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

function leave(work: () => void): void {
  if (guard === null) {
    work();
    return;
  }
  void guard().then((may) => {
    if (!may) return;
    guard = null;
    work();
  });
}

/** `settled`: what was typed is saved, so there is nothing to ask. */
export function go(to: string, options?: { replace?: boolean; settled?: boolean }): void {
  if (options?.settled) guard = null;
  leave(() => goAtOnce(to, options));
}

function goAtOnce(to: string, options?: { replace?: boolean }): void {
  // Replacing keeps the way back as it was.
  const state: Step = options?.replace
    ? (history.state as Step)
    : { from: location.hash.replace(/^#/, "") || "/" };
  navigate(to, { ...options, state });
}

/** One step back, or to `otherwise` where there is none. */
export function goBack(otherwise: string): void {
  leave(() => {
    if (cameFrom()) history.back();
    else goAtOnce(otherwise, { replace: true });
  });
}

export function useRoute(): Route {
  const [path] = useHashLocation();
  return parseRoute(path);
}
