/** The addresses of the window. They live in the hash, so that a reload finds its screen again. */
import { navigate, useHashLocation } from "wouter/use-hash-location";
import type { AgentId } from "./backend";

/** What a hook's screen should have in view when it opens. */
export type Part = "setup" | "problem";

/** A page of the settings: an agent's, or Tacklebox's own. */
export type SettingsPage = AgentId | "tacklebox";

export type Route =
  | { screen: "start" }
  | { screen: "hooks"; agent: AgentId | null }
  | { screen: "hook"; id: string; part: Part | null }
  | { screen: "get"; agent: AgentId | null }
  | { screen: "settings"; page: SettingsPage | null };

const AGENTS: readonly string[] = ["milady", "eliza", "openclaw", "zeroclaw", "moltis"];
const PARTS: readonly string[] = ["setup", "problem"];

export const paths = {
  agent: (agent: AgentId) => `/agent/${agent}`,
  hooks: "/hooks",
  hook: (id: string, part?: Part | null) => `/hook/${encodeURIComponent(id)}${part ? `/${part}` : ""}`,
  get: (agent?: AgentId) => (agent ? `/get/${agent}` : "/get"),
  settings: (page?: SettingsPage) => (page ? `/settings/${page}` : "/settings"),
  /** An agent's config as text. */
  settingsConfig: (agent: AgentId) => `/settings/${agent}/config`,
};

/** Addresses that mean nothing lead to the start. */
export function parseRoute(path: string): Route {
  const [, screen, first, second] = path.split("/");
  const agent = AGENTS.includes(first ?? "") ? (first as AgentId) : null;
  if (screen === "agent" && agent) return { screen: "hooks", agent };
  if (screen === "hooks") return { screen: "hooks", agent: null };
  if (screen === "get") return { screen: "get", agent };
  if (screen === "settings") return { screen: "settings", page: first === "tacklebox" ? "tacklebox" : agent };
  if (screen === "hook" && first) {
    const part = PARTS.includes(second ?? "") ? (second as Part) : null;
    try {
      return { screen: "hook", id: decodeURIComponent(first), part };
    } catch {
      return { screen: "start" };
    }
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

export function go(to: string, options?: { replace?: boolean }): void {
  // Replacing keeps the way back as it was.
  const state: Step = options?.replace
    ? (history.state as Step)
    : { from: location.hash.replace(/^#/, "") || "/" };
  navigate(to, { ...options, state });
}

/** One step back, or to `otherwise` where there is none. */
export function goBack(otherwise: string): void {
  if (cameFrom()) history.back();
  else go(otherwise, { replace: true });
}

export function useRoute(): Route {
  const [path] = useHashLocation();
  return parseRoute(path);
}
