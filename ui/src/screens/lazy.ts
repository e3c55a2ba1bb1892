/** The screens that are not part of the first load: each comes when it is gone to, or a little before. */
import { type ComponentType, lazy } from "react";
import { broughtBack } from "../data/unsaved";
import { overlayLoads } from "../frame/overlays";
import type { Route } from "../routes";

function late<Props>(come: () => Promise<ComponentType<Props>>) {
  // A field that shows a text of before must not be there before the text is.
  const load = () => broughtBack.then(come);
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { load },
  );
}

/** By the names of their routes. */
export const screens = {
  hook: late(() => import("./hook/HookScreen").then((module) => module.HookScreen)),
  plugin: late(() => import("./plugins/PluginScreen").then((module) => module.default)),
  get: late(() => import("./get/GetScreen").then((module) => module.GetScreen)),
  included: late(() => import("./included/IncludedScreen").then((module) => module.default)),
  help: late(() => import("./help/HelpScreen").then((module) => module.default)),
  review: late(() => import("./review/ReviewScreen").then((module) => module.default)),
  sentence: late(() => import("./sentence/SentenceScreen").then((module) => module.default)),
  timeline: late(() => import("./timeline/TimelineScreen").then((module) => module.default)),
  "set-up": late(() => import("./set-up/SetUpScreen").then((module) => module.default)),
  activity: late(() => import("./activity/ActivityScreen").then((module) => module.default)),
  try: late(() => import("./try/TryScreen").then((module) => module.default)),
  settings: late(() => import("./settings/SettingsScreen").then((module) => module.default)),
  config: late(() => import("./settings/ConfigEditor").then((module) => module.default)),
  file: late(() => import("./program/FileEditor").then((module) => module.default)),
  start: late(() => import("./first-run/FirstRun").then((module) => module.FirstRun)),
};

/** Loads what a person is about to go to; what could not be loaded is said when they are there. */
export function loadAhead(screen: Route["screen"]): void {
  // The list of hooks is in the first load.
  if (screen !== "hooks") screens[screen].load().catch(console.error);
}

/** The pages of the sidebar are there a moment after the pointer, or the focus, is on their line. */
const PAUSE_MS = 250;

/** What shows that somebody is there. */
const SIGNS = ["pointermove", "keydown"];

/**
 * Once somebody is there and nothing else is to do: where most go from a list, what a key or a right click opens, and the
 * questions that a click can bring. A window that nobody came near takes 4 MiB less.
 */
export function loadWhileIdle(): void {
  const loads: (() => Promise<unknown>)[] = [
    () => import("./hook/HookScreen").then((module) => module.readAhead()),
    ...overlayLoads,
    () => import("../frame/ContextMenu"),
    () => import("../parts/AskedDialog"),
    () => import("../parts/ChoicePopover"),
  ];
  const next = () => {
    const load = loads.shift();
    if (!load) return;
    load()
      .catch(console.error)
      .finally(() => setTimeout(next, PAUSE_MS));
  };
  const seen = new AbortController();
  const begin = () => {
    seen.abort();
    setTimeout(next, PAUSE_MS);
  };
  const hear = () => {
    for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, signal: seen.signal });
  };
  void broughtBack.then(hear);
}
