/** The settings of the fake computer: each kind of field, list and note once. */
import type {
  AgentId,
  ConfigEntry,
  ContextFile,
  EntryItem,
  EntryList,
  Field,
  FieldId,
  ListId,
  SettingsView,
} from "./index";

export const NO_ENTRY: ConfigEntry = {
  event: "",
  module: "",
  export: "",
  name: "",
  command: "",
  events: [],
  priority: null,
  timeout: null,
  env: [],
};

function field(part: Partial<Field> & Pick<Field, "id" | "title" | "sentence" | "control">): Field {
  return {
    place: null,
    origin: "default",
    from: "Not set",
    editable: true,
    clearable: false,
    warning: null,
    ...part,
  };
}

export function entryItem(list: ListId, entry: ConfigEntry): EntryItem {
  const hook = list === "config-hooks";
  return {
    id: `${hook ? entry.name : entry.module}-${entry.event}${entry.command}`,
    title: hook ? entry.name : entry.module,
    sentence: hook ? `${entry.command} · ${entry.events.join(", ")}` : entry.event,
    entry: { ...entry, env: entry.env.map(({ name }) => ({ name, value: null })) },
    problem: null,
    included: false,
    hook: null,
    draft: false,
  };
}

const PARTS = {
  event: { key: "event", title: "When", hint: null },
  module: { key: "module", title: "Module", hint: "A file in one of the folders of hooks." },
  export: { key: "export", title: "Export", hint: "The function that is called; default where empty." },
  name: { key: "name", title: "Name", hint: null },
  command: { key: "command", title: "Command", hint: "Run by the shell, in the folder of the config." },
  events: { key: "events", title: "When", hint: null },
  timeout: { key: "timeout", title: "Time limit", hint: "In seconds; 5 where empty." },
  priority: { key: "priority", title: "Priority", hint: "Higher runs first; 0 where empty." },
  env: { key: "env", title: "Variables", hint: "Set for its command. Saved as plain text." },
} as const;

function handlers(name: string, entries: ConfigEntry[]): EntryList {
  return {
    id: "handlers",
    title: "Handlers in the config",
    sentence: `Modules that ${name} registers for one event each, without a folder of their own. An older way; they have no switch.`,
    place: `${name.toLowerCase()}.json · hooks.internal.handlers`,
    editable: true,
    can_add: name !== "OpenClaw",
    warning:
      name === "OpenClaw"
        ? "Today's OpenClaw refuses the whole config as long as it has hooks.internal.handlers."
        : null,
    parts: [PARTS.event, PARTS.module, PARTS.export],
    events: [
      { key: "command:new", label: "You type /new" },
      { key: "session:start", label: "Session starts" },
      { key: "gateway:startup", label: "Gateway starts" },
    ],
    items: entries.map((entry) => entryItem("handlers", entry)),
  };
}

function configHooks(entries: ConfigEntry[]): EntryList {
  return {
    id: "config-hooks",
    title: "Hooks in the config",
    sentence:
      "Commands that Moltis runs for the events they name. A hook folder of the same name replaces one.",
    place: "moltis.toml · hooks.hooks",
    editable: true,
    can_add: true,
    warning: null,
    parts: [PARTS.name, PARTS.command, PARTS.events, PARTS.timeout, PARTS.priority, PARTS.env],
    events: [
      { key: "BeforeToolCall", label: "Before a tool is used" },
      { key: "AfterToolCall", label: "A tool was used" },
      { key: "SessionStart", label: "Session starts" },
      { key: "SessionEnd", label: "Session ends" },
      { key: "GatewayStart", label: "Gateway starts" },
      { key: "Command", label: "You type a command" },
      { key: "MessageSending", label: "Before a message is sent" },
    ],
    items: entries.map((entry) => entryItem("config-hooks", entry)),
  };
}

function contextFile(name: string, purpose: string, status: string, used: boolean): ContextFile {
  return { name, purpose, status, used, path: `~/.moltis/${name}` };
}

function home(name: string, agent: AgentId): Field {
  const variable =
    agent === "zeroclaw" ? null : agent === "moltis" ? "MOLTIS_DATA_DIR" : `${agent.toUpperCase()}_STATE_DIR`;
  return field({
    id: "home",
    title: "Home",
    sentence: variable
      ? `Where ${name} keeps what is its own. To move it, set ${variable} where ${name} is started.`
      : `Where ${name} keeps what is its own. It is always this folder.`,
    place: variable,
    control: { kind: "folder", value: `~/.${agent}`, default: `~/.${agent}` },
    from: "The usual place",
    editable: false,
  });
}

const workspace = (name: string, agent: AgentId, own: string | null) =>
  field({
    id: "workspace",
    title: "Workspace",
    sentence: `The folder that ${name} works in. Its hooks folder is read last, so its hooks replace others of their name.`,
    place: `${agent}.json · agents.defaults.workspace`,
    control: { kind: "folder", value: own ?? `~/.${agent}/workspace`, default: `~/.${agent}/workspace` },
    origin: own ? "config" : "default",
    clearable: own !== null,
    warning: own ? "This folder is not there yet." : null,
  });

/** What an agent's settings say at first. */
export function settingsOf(agent: AgentId, name: string, full: boolean): SettingsView {
  const family = agent !== "zeroclaw" && agent !== "moltis";
  const file = agent === "zeroclaw" ? "config.toml" : agent === "moltis" ? "moltis.toml" : `${agent}.json`;
  const switchField = (id: FieldId, title: string, sentence: string, place: string, on: boolean) =>
    field({ id, title, sentence, place: `${file} · ${place}`, control: { kind: "switch", on } });
  const hooks = switchField(
    "hooks",
    "Load hooks",
    `Whether ${name} loads hooks at all. Each keeps its own switch.`,
    family ? "hooks.internal.enabled" : "hooks.enabled",
    true,
  );
  const zeroclaw = [
    field({
      id: "max-hooks",
      title: "Limit",
      sentence: "At most so many hooks are loaded; beyond that, those with the lowest priority are left out.",
      place: "config.toml · hooks.max_hooks",
      control: { kind: "number", value: 12, default: 50 },
      origin: "config",
      clearable: true,
    }),
    {
      ...switchField(
        "skip-audit",
        "Skip the safety check",
        "ZeroClaw refuses hooks in which it finds something dangerous. With this on it loads them too.",
        "hooks.skip_security_audit",
        true,
      ),
      warning: "The safety check is off: ZeroClaw loads every hook, even one that deletes your files.",
    },
  ];
  return {
    agent,
    name,
    config: { path: `~/.${agent}/${file}`, exists: full, variable: null, blocked: null },
    fields: [
      ...(agent === "moltis" ? [] : [hooks]),
      ...(agent === "zeroclaw" ? zeroclaw : []),
      home(name, agent),
      ...(family ? [workspace(name, agent, full && agent === "milady" ? "~/work" : null)] : []),
    ],
    folders: family
      ? {
          title: "Extra folders",
          sentence: `More folders in which ${name} looks for hooks. They come first, so that a hook of the same name anywhere else replaces theirs.`,
          limit: agent === "milady" ? "Milady takes hooks only from folders under ~/.milady." : null,
          place: `${file} · hooks.internal.load.extraDirs`,
          editable: true,
          warning: null,
          items:
            full && agent === "milady"
              ? [
                  { folder: "~/.milady/team-hooks", problem: null, included: true },
                  { folder: "~/.milady/drafts", problem: "This folder is not there yet.", included: false },
                ]
              : [],
        }
      : null,
    lists: family
      ? [
          handlers(
            name,
            full && agent === "milady"
              ? [{ ...NO_ENTRY, event: "command:new", module: "~/.milady/hooks/old/index.ts" }]
              : [],
          ),
        ]
      : agent === "moltis"
        ? [
            configHooks(
              full
                ? [
                    {
                      ...NO_ENTRY,
                      name: "audit-log",
                      command: "./hooks/audit.sh",
                      events: ["BeforeToolCall", "AfterToolCall"],
                      timeout: 5,
                      env: [{ name: "AUDIT_KEY", value: null }],
                    },
                  ]
                : [],
            ),
          ]
        : [],
    context_files:
      agent === "moltis"
        ? [
            contextFile(
              "BOOT.md",
              "Short tasks for every start: handed to the agent when its gateway starts.",
              "240 bytes",
              true,
            ),
            contextFile(
              "TOOLS.md",
              "Local notes and rules for tools: part of the system prompt.",
              "Empty, so nothing is handed over",
              false,
            ),
            contextFile(
              "AGENTS.md",
              "Instructions for every project of this workspace. A project's own AGENTS.md or CLAUDE.md is another file.",
              "Missing, so nothing is handed over",
              false,
            ),
          ]
        : [],
  };
}

/** The field with another value, or with its default. */
export function withValue(field: Field, value: string | null): Field {
  const { control } = field;
  const set = { ...field, origin: value === null ? "default" : "config", clearable: value !== null } as const;
  if (control.kind === "switch") return { ...set, control: { kind: "switch", on: value === "true" } };
  if (control.kind === "number")
    return { ...set, control: { ...control, value: Number(value ?? control.default) } };
  return { ...set, warning: null, control: { ...control, value: value ?? control.default } };
}
