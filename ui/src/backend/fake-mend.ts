/** What the engine in memory says of broken hooks and configs. */
import type { FakeEngine } from "./fake";
import type { AgentId, Hook, Mending, MendView } from "./index";

const DIFF = "@@ -1,3 +1,3 @@\n name: greeter\n-description: Greets: always\n+description: \"Greets: always\"\n";

function way(hook: Hook | null, hooks: string[], id: string, title: string, path: string): MendView {
  const plan = { title, steps: [`Change ${path}`], files: [{ path, diff: DIFF }], also: [], stays: [] };
  const says = hook?.reason ?? "A heading that begins with [[ is not closed with ]].";
  return { hook: hook?.id ?? null, id, title, says, hooks, plan };
}

/** Whose hooks are broken by a text with a colon can be mended; all others only by whoever wrote them. */
const mendable = (hook: Hook) => hook.name !== "only-its-author";

export function mendCommands(engine: FakeEngine) {
  return {
    mending: async (id: string): Promise<Mending> => {
      const hook = engine.find(id);
      if (hook.state !== "broken") return { trouble: null, mends: [] };
      const trouble = {
        says: "A text with a colon in it has to stand in quotes (line 3).",
        technical: hook.error,
        file: "HOOK.md",
        line: 3,
        letter: `${hook.name} does not load.`,
      };
      const title = "Put the description in quotes";
      const mends = mendable(hook) ? [way(hook, [hook.name], "unquoted-text", title, "HOOK.md")] : [];
      return { trouble, mends };
    },
    configMends: async (agent: AgentId): Promise<MendView[]> => {
      const view = engine.view(agent);
      if (view.problems.length === 0) return [];
      const names = engine.hooks.filter((hook) => hook.agent === agent).map((hook) => hook.name);
      return [way(null, names, "config-slip", "Mend moltis.toml", "~/.config/moltis/moltis.toml")];
    },
    mend: async (id: string) => {
      const hook = engine.find(id);
      return engine.change(hook.agent, `${hook.title} was mended.`, () =>
        engine.replace(id, { state: "ready", reason: null, error: null }),
      );
    },
    mendConfig: async (agent: AgentId) =>
      engine.change(agent, `The config of ${engine.view(agent).name} was mended.`, () => {
        Object.assign(engine.agent(agent), { problems: [], blocked: null });
      }),
    telling: async (agent: AgentId) => ({ can: agent === "zeroclaw", untold: engine.untold }),
    tellAgent: async (agent: AgentId) => {
      engine.untold = false;
      return `${engine.view(agent).name} was told: if it runs, it reads its hooks again.`;
    },
  };
}
