/** The screens that are not part of the first load: each comes when it is gone to, or a little before. */
import { type ComponentType, lazy } from "react";
import { broughtBack } from "../data/unsaved";
import type { Route } from "../routes";

function late<Props>(come: () => Promise<ComponentType<Props>>) {
  // A field that shows a text of before must not be there before the text is.
  const load = () => broughtBack.then(come);
  return { load, Screen: lazy(async () => ({ default: await load() })) };
}

const hook = late(() => import("./hook/HookScreen").then((module) => module.HookScreen));
const plugin = late(() => import("./plugins/PluginScreen").then((module) => module.default));
const get = late(() => import("./get/GetScreen").then((module) => module.GetScreen));
const review = late(() => import("./review/ReviewScreen").then((module) => module.default));
const sentence = late(() => import("./sentence/SentenceScreen").then((module) => module.default));
const timeline = late(() => import("./timeline/TimelineScreen").then((module) => module.default));
const setUp = late(() => import("./set-up/SetUpScreen").then((module) => module.default));
const activity = late(() => import("./activity/ActivityScreen").then((module) => module.default));
const tries = late(() => import("./try/TryScreen").then((module) => module.default));
const settings = late(() => import("./settings/SettingsScreen").then((module) => module.default));
const config = late(() => import("./settings/ConfigEditor").then((module) => module.default));
const file = late(() => import("./program/FileEditor").then((module) => module.default));
const start = late(() => import("./first-run/FirstRun").then((module) => module.FirstRun));

export const HookScreen = hook.Screen;
export const PluginScreen = plugin.Screen;
export const GetScreen = get.Screen;
export const ReviewScreen = review.Screen;
export const SentenceScreen = sentence.Screen;
export const TimelineScreen = timeline.Screen;
export const SetUpScreen = setUp.Screen;
export const ActivityScreen = activity.Screen;
export const TryScreen = tries.Screen;
export const SettingsScreen = settings.Screen;
export const ConfigEditor = config.Screen;
export const FileEditor = file.Screen;
export const FirstRun = start.Screen;

const LOADS: Partial<Record<Route["screen"], () => Promise<unknown>>> = {
  hook: hook.load,
  plugin: plugin.load,
  get: get.load,
  review: review.load,
  sentence: sentence.load,
  timeline: timeline.load,
  activity: activity.load,
  "set-up": setUp.load,
  try: tries.load,
  settings: settings.load,
  config: config.load,
  file: file.load,
  start: start.load,
};

/** Loads what a person is about to go to; what could not be loaded is said when they are there. */
export function loadAhead(screen: Route["screen"]): void {
  LOADS[screen]?.().catch(console.error);
}

/** The pages of the sidebar are there a moment after the pointer, or the focus, is on their line. */
const PAUSE_MS = 250;

/** Once nothing else is to do: where most go from a list, and the questions that a click can bring. */
export function loadWhileIdle(): void {
  const loads: (() => Promise<unknown>)[] = [
    () => import("./hook/HookScreen").then((module) => module.readAhead()),
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
  void broughtBack.then(() => setTimeout(next, PAUSE_MS));
}
