/** The words about plugins: loaded with their screens, not with the first one. */
import { formatDate, formatList, formatNumber } from "../../format";

const plurals = new Intl.PluralRules("en");
const count = (n: number, one: string, other: string) =>
  `${formatNumber(n)} ${plurals.select(n) === "one" ? one : other}`;

export const words = {
  group: (n: number) => `Plugins (${formatNumber(n)})`,
  list: (agent: string) => `Plugins of ${agent}`,
  apart: "Counted apart. Looking at them runs nothing.",
  none: "A plugin registers hooks by itself, when the agent loads it. There is none yet.",
  noMatch: (n: number) => `${count(n, "plugin does", "plugins do")} not match the search.`,
  open: (name: string) => `Open ${name}`,
  turn: (name: string) => `Turn ${name} on or off`,
  state: { on: "On", off: "Off", broken: "Broken" },
  dangerous: "Dangerous",
  plugin: "Plugin",

  unknown: "Not known yet",
  named: (when: string[]) => `Its code names: ${short(when)}`,
  seen: (when: string[]) => (when.length === 0 ? "Registers no hook" : `Listens: ${short(when)}`),
  findOut: "Find out…",
  findOutOf: (name: string) => `Find out what ${name} listens to`,
  again: "Load again…",
  loading: "Loading…",
  load: "Load it",
  found: (name: string, n: number) =>
    n === 0 ? `${name} registers no hook.` : `${name} registers ${count(n, "hook", "hooks")}.`,
  notFound: (name: string) => `${name} could not be loaded`,

  listens: "What it listens to",
  grade: {
    unknown: "Nothing in its files says so in plain text. It is known once the plugin was loaded.",
    named: "Its code names these, which is not to say that it registers them.",
    seen: (at: string) => `Seen when it was loaded here on ${formatDate(at)}. Its files are the same since.`,
  },
  nothing: "It registered no hook.",
  priority: (priority: number) => `priority ${formatNumber(priority)}`,
  registered: "registered",
  namedOnly: "named",
  notAllowed: "not called: may not see conversations",

  settings: "Settings",
  settingsFoot: (id: string) => `Kept in the agent's config, under plugins.entries.${id}.config.`,
  notSet: "Not set",
  missing: "Has to be set",
  secretSet: "Set, not shown",
  byDefault: (value: string) => `Not set: ${value} counts`,
  change: "Change",
  changeOf: (label: string) => `Change ${label}`,
  clearOf: (label: string) => `Clear ${label}`,
  choose: "Choose one",
  listHint: "One a line",
  advanced: (n: number) => `${count(n, "more setting", "more settings")} that most people never touch`,
  errors: {
    set: (label: string) => `${label} was not saved`,
    switch: (name: string, on: boolean) => `${name} was not turned ${on ? "on" : "off"}`,
    remove: (name: string) => `${name} was not removed`,
  },

  xray: "X-ray",
  xrayFoot:
    "What its files name and reach, read and never run, beside what it registered when it was loaded here.",
  hooks: "Hooks",
  tools: "Tools",
  commands: "Commands",
  routes: "Routes",
  services: "Services",
  itsCode: "Its code names",
  whenLoaded: "Registered when loaded",
  notLoaded: "Not loaded here yet",
  noneNamed: "None",
  reach: { network: "Network", programs: "Programs", files: "Files", env: "Environment" },
  noReach: "It reaches no network, no program, no file and no variable, as far as its files say.",

  files: "Files and safety",
  folder: "Folder",
  version: "Version",
  remove: "Remove…",
  removeNow: "Remove",
  turnOn: "Turn on",
  turnOff: "Turn off",
  more: "More",
  openFolder: "Open folder",
  tryIt: "Try it",
  gone: "This plugin is not there any more",
  goneHint: "Its folder was removed or renamed, or the config does not name it any more.",

  create: "New plugin…",
  createTitle: (agent: string) => `New plugin for ${agent}`,
  createName: "Name",
  createHint: "Letters, digits and -. It becomes the plugin's id.",
  createBad: "Use letters, digits and -, at most 64, and do not start with -.",
  createWhen: "Runs",
  createOff: "A manifest, a package.json and a module are written. It starts off, and nothing runs.",
  createNow: "Create",
  creating: "Creating…",
  find: "Find a hook",
  noHook: "No hook is named like that",
};

const SHOWN = 3;

/** A row has room for a few: the plugin's own page has all. */
function short(items: string[]): string {
  if (items.length <= SHOWN) return formatList(items);
  return formatList([...items.slice(0, SHOWN), `${formatNumber(items.length - SHOWN)} more`]);
}
