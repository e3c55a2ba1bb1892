/** What the engine in memory says of broken hooks and configs. */
import type { FakeEngine } from "./fake";
import type { AgentId, FileText, Hook, KeyCheck, Outcome, Repairing, RepairView, TextProblem } from "./index";
import { EngineError } from "./index";

const DIFF =
  '@@ -1,3 +1,3 @@\n name: greeter\n-description: Greets: always\n+description: "Greets: always"\n';

function way(hook: Hook | null, hooks: string[], id: string, title: string, path: string): RepairView {
  const plan = { title, steps: [`Change ${path}`], files: [{ path, diff: DIFF }], also: [], stays: [] };
  const says = hook?.reason ?? "A heading that begins with [[ is not closed with ]].";
  return { hook: hook?.id ?? null, id, title, says, hooks, cures: true, leaves: null, plan };
}

/** What is taken out of a config that is refused for a plugin; null where it is not. */
function taken(engine: FakeEngine, agent: AgentId): { id: string; way: RepairView } | null {
  const { config, config_problems } = engine.view(agent).runtime;
  const id = config_problems[0]?.path.split(".")[2];
  if (config !== "refused" || id === undefined) return null;
  const made = way(null, [], "config-plugin", `Take ${id} out of the config`, "openclaw.json");
  const says = `OpenClaw refuses all of openclaw.json for plugins.entries.${id}, so none of its hooks loads.`;
  return { id, way: { ...made, says } };
}

function accept(engine: FakeEngine, agent: AgentId) {
  const own = engine.agent(agent);
  Object.assign(own, { problems: [], blocked: null });
  own.runtime = { ...own.runtime, config: "accepted", config_problems: [] };
}

/** Whose hooks are broken by a text with a colon can be repaired; all others only by whoever wrote them. */
const repairable = (hook: Hook) => hook.name !== "only-its-author";

export function repairCommands(engine: FakeEngine) {
  const readOnly = (id: string): string | null => {
    if (engine.plugins.installed.includes(id))
      return "It was installed: an update would overwrite it. Make a copy of your own to change it.";
    const plugin = engine.plugins.all.some(({ hook_id }) => hook_id === id);
    const own = plugin || engine.find(id).source !== "bundled";
    return own ? null : "It comes with Milady, and an update would overwrite it.";
  };
  return {
    repairing: async (id: string): Promise<Repairing> => {
      const plugin = engine.plugins.all.find(({ hook_id }) => hook_id === id);
      const out = plugin ? taken(engine, plugin.agent) : null;
      const others = plugin && out?.id === plugin.id ? [{ ...out.way, hook: id, cures: false }] : [];
      if (plugin && plugin.state !== "broken") return { trouble: null, repairs: others };
      if (plugin) {
        const letter = `${plugin.id} does not load.`;
        const trouble = { says: plugin.says ?? "", technical: null, file: null, line: null, letter };
        const title = "Write a openclaw.plugin.json";
        const made = way(null, [plugin.id], "plugin-manifest", title, "openclaw.plugin.json");
        return { trouble, repairs: [{ ...made, hook: id, says: trouble.says }, ...others] };
      }
      const hook = engine.find(id);
      if (hook.state !== "broken") return { trouble: null, repairs: [] };
      const trouble = {
        says: "A text with a colon in it has to be in quotes (line 3).",
        technical: hook.error,
        file: "HOOK.md",
        line: 3,
        letter: `${hook.name} does not load.`,
      };
      const title = "Put the description in quotes";
      if (!repairable(hook)) return { trouble, repairs: [] };
      const repair = way(hook, [hook.name], "unquoted-text", title, "HOOK.md");
      if (hook.name !== "two-faults") return { trouble, repairs: [repair] };
      const leaves = "It has no handler.";
      const stays = [`Then something else is still wrong: ${leaves}`];
      return { trouble, repairs: [{ ...repair, cures: false, leaves, plan: { ...repair.plan, stays } }] };
    },
    configRepairs: async (agent: AgentId): Promise<RepairView[]> => {
      const view = engine.view(agent);
      const out = taken(engine, agent);
      if (out) return [out.way];
      if (view.problems.length === 0) return [];
      const names = engine.hooks.filter((hook) => hook.agent === agent).map((hook) => hook.name);
      return [way(null, names, "config-slip", "Fix moltis.toml", "~/.config/moltis/moltis.toml")];
    },
    repair: async (id: string, way: string) => {
      if (way === "config-plugin")
        return engine.change("openclaw", "The config of OpenClaw was repaired.", () =>
          accept(engine, "openclaw"),
        );
      const plugin = engine.plugins.all.find(({ hook_id }) => hook_id === id);
      if (plugin)
        return engine.change("openclaw", `${plugin.name} was repaired.`, () =>
          engine.plugins.replace(id, { state: "on", switchable: true, reason: null, says: null }),
        );
      const hook = engine.find(id);
      return engine.change(hook.agent, `${hook.title} was repaired.`, () =>
        engine.replace(id, { state: "ready", reason: null, error: null }),
      );
    },
    repairConfig: async (agent: AgentId) =>
      engine.change(agent, `The config of ${engine.view(agent).name} was repaired.`, () =>
        accept(engine, agent),
      ),
    checkKey: async (_id: string, name: string, typed: string | null): Promise<KeyCheck> => {
      const good = typed === null || typed.startsWith("ghp_");
      const says = good ? "GitHub knows it: it belongs to ana." : "GitHub refused it (status 401).";
      const state = good ? "accepted" : "refused";
      return {
        state,
        who: good ? "ana" : null,
        says: says.replace("GitHub", name.split("_")[0] === "GITHUB" ? "GitHub" : "It"),
        asked: "api.github.com",
      };
    },
    // A part of what the engine says: enough for what the tests type.
    oddKey: async (name: string, typed: string) =>
      name === "GITHUB_TOKEN" && !typed.startsWith("g")
        ? "A key of GitHub begins with ghp_ or github_pat_."
        : null,
    openFile: async (id: string, file: string): Promise<FileText> => {
      engine.calls.push(`openFile(${id}, ${file})`);
      const raw = engine.files.get(`${id} ${file}`) ?? "export default async () => {};\n";
      const language = file.endsWith(".md") ? "markdown" : "typescript";
      const read_only = readOnly(id);
      return { file, path: `~/.milady/hooks/x/${file}`, language, raw, stamp: raw, problems: [], read_only };
    },
    checkFile: async (_id: string, _file: string, text: string): Promise<TextProblem[]> =>
      text.includes("..;")
        ? [{ kind: "error", line: 1, column: 1, message: "This cannot be understood." }]
        : [],
    saveFile: async (
      id: string,
      file: string,
      text: string,
      stamp: string,
      confirmed: boolean,
    ): Promise<Outcome> => {
      const key = `${id} ${file}`;
      const there = engine.files.get(key) ?? "export default async () => {};\n";
      if (there !== stamp)
        throw new EngineError({ code: "changed-meanwhile", message: `${file} was changed.`, hint: null });
      const plan = {
        title: `Save ${file}`,
        steps: [],
        files: [{ path: file, diff: DIFF }],
        also: [],
        stays: [],
      };
      if (!confirmed) return { kind: "confirm", plan };
      const plugin = engine.plugins.all.find(({ hook_id }) => hook_id === id);
      const { agent, title } = plugin ? { agent: "openclaw" as const, title: plugin.name } : engine.find(id);
      const change = engine.change(agent, `${file} of ${title} was saved.`, () =>
        engine.files.set(key, text),
      );
      return { kind: "done", change };
    },
    telling: async (agent: AgentId) => ({ can: agent === "zeroclaw", untold: engine.untold }),
    tellAgent: async (agent: AgentId) => {
      engine.untold = false;
      return `${engine.view(agent).name} was told: if it runs, it reads its hooks again with the next message.`;
    },
  };
}
