/** What agents' own programs say, and Tacklebox of itself, in the engine in memory. */
import type { FakeEngine } from "./fake";
import { makeHook } from "./fake-data";
import { detailOf, includedHooks } from "./fake-detail";
import { waitsFor } from "./fake-truth";
import { type Backend, EngineError, type OwnWord } from "./index";

type Commands = Pick<
  Backend,
  | "askable"
  | "askAgent"
  | "stopAsking"
  | "about"
  | "diagnostics"
  | "notePageError"
  | "openLog"
  | "openThirdParty"
  | "includedPage"
  | "setUpdatesFrom"
  | "lookForVersion"
>;

export const wordCommands = (engine: FakeEngine): Commands => ({
  askable: async () => ["openclaw"],
  askAgent: async (agent, hook, confirmed): Promise<OwnWord> => {
    const { name } = engine.agent(agent);
    if (!confirmed && !engine.wishes.ask_after_change) {
      const sentences = [`This starts ${name}'s own program, ~/.local/bin/${agent}.`];
      return { kind: "confirm", title: `Ask ${name}?`, sentences };
    }
    const of = hook === null ? null : engine.find(hook).name;
    const differences = engine.disagrees.filter((one) => of === null || one.hook === of);
    const answer = {
      agent,
      version: "2026.9.6",
      asked_at: new Date().toISOString(),
      agrees: differences.length === 0,
      differences,
      config: { valid: true, issues: [] },
    };
    return { kind: "done", answer, judged_by: null };
  },
  stopAsking: async () => null,
  about: async () => ({
    version: "0.1.0",
    licence: "MIT License",
    licences: ["MIT", "Apache-2.0"],
    updates_from: engine.updatesFrom,
    third_party: true,
    log: "~/.local/share/app.tacklebox.desktop/logs",
    places: [
      { what: "Tacklebox's own data", path: "~/.local/share/tacklebox" },
      { what: "The log", path: "~/.local/share/app.tacklebox/logs" },
    ],
  }),
  setUpdatesFrom: async (address) => {
    if (address !== "" && !address.startsWith("https://"))
      throw new EngineError({ code: "bad-value", message: "It is not https.", hint: null });
    engine.updatesFrom = address || null;
    return engine.updatesFrom;
  },
  lookForVersion: async (confirmed) =>
    confirmed
      ? engine.newVersion
      : {
          kind: "confirm",
          title: "Look for a new version?",
          sentences: [`This asks ${engine.updatesFrom} once.`],
        },
  diagnostics: async () => "Tacklebox 0.1.0\nSystem: linux x86_64\n",
  notePageError: async (kind) => {
    engine.pageErrors.push(kind);
    return null;
  },
  openLog: async () => {
    if (!engine.logOpens)
      throw new EngineError({
        code: "not-opened",
        message:
          'It could not be opened: Launcher "gio" "open" failed with ExitStatus(unix_wait_status(512))',
        hint: "Nothing was changed.",
      });
    engine.opened.push("log");
    return null;
  },
  openThirdParty: async () => {
    engine.opened.push("third-party");
    return null;
  },
  includedPage: async (name, agent) => {
    const included = includedHooks().find((one) => one.name === name);
    if (!included?.agents.some((offer) => offer.agent === agent))
      throw new EngineError({ code: "not-found", message: `There is no ${name}.`, hint: null });
    const { title, emoji, description, when } = included;
    const there = engine.hooks.find((other) => other.agent === agent && other.name === name);
    const hook = makeHook({ agent, name, title, emoji, description, when });
    const { triggers } = detailOf(hook);
    const dir = `/home/ana/.${agent}/hooks/${name}`;
    return {
      hook: {
        ...included,
        agents: included.agents.map((offer) => ({
          ...offer,
          installed: there?.id ?? null,
          waits: engine.scenario === "truth" ? waitsFor(offer.agent, included.when) : null,
        })),
      },
      agent,
      part: { hook, triggers, runs: ["The module handler.ts"], setup: [] },
      plugin: null,
      files: [{ path: "HOOK.md", bytes: 900, goes_to: `${dir}/HOOK.md` }],
      findings: engine.found.get(hook.id) ?? [],
      readme: `# ${title}\n\n![${title}, drawn](picture.svg)\n\n${description}.\n\n**When:** Always.\n\n**Reads:** The file \`notes.md\`.\n\n**Writes:** Nothing.\n\n**Sends:** Nothing to another computer.\n\n**Licence:** MIT\n`,
      picture: {
        alt: `${title}, drawn`,
        svg: '<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Told"><g role="none"/></svg>',
      },
    };
  },
});
