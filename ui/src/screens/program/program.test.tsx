import { EditorView } from "@codemirror/view";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { backend } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { makeHook } from "../../backend/fake-data";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "../plugins/PluginScreen";
import "./FileEditor";

// jsdom lays nothing out, and the editor asks where its lines are.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 } as DOMRect;
Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => nowhere;

beforeEach(() => sessionStorage.clear());

const ID = "milady/managed/session-memory";

async function openFile(prepare?: (engine: FakeEngine) => void) {
  const opened = openApp(paths.file(ID, "handler.ts", 1), "full", prepare);
  await screen.findByRole("heading", { level: 1, name: "handler.ts" });
  return opened;
}

const text = (file = "handler.ts") => screen.getByRole("textbox", { name: `Text of ${file}` });

function type(insert: string, file?: string) {
  const view = EditorView.findFromDOM(text(file));
  if (!view) throw new Error("no editor");
  act(() => view.dispatch({ changes: { from: 0, insert } }));
}

describe("the program of a hook", () => {
  it("is edited as text, its diff is shown, and it is saved", async () => {
    const { user, engine } = await openFile();
    await expectNoAxeViolations();
    type("// mine ");
    expect(await screen.findByText("Not saved yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Save handler.ts" });
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("handler.ts of Session memory was saved.")).toBeVisible();
    expect(engine.files.get(`${ID} handler.ts`)).toContain("// mine");
    expect(screen.getByText("As it is on the disk")).toBeVisible();
  });

  it("is left without a question once it is being saved", async () => {
    const { user, engine } = await openFile();
    const { saveFile } = backend;
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    backend.saveFile = async (...args) => {
      const answer = await saveFile(...args);
      if (answer.kind === "done") await told;
      return answer;
    };
    type("// mine ");
    await user.click(screen.getByRole("button", { name: "Save…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Save handler.ts" });
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(engine.files.get(`${ID} handler.ts`)).toContain("// mine"));
    await user.click(await screen.findByRole("button", { name: "Back" }));
    await act(async () => {});
    expect(screen.queryByRole("alertdialog")).toBeNull();
    tell();
    expect(await screen.findByRole("heading", { level: 1, name: "Session memory" })).toBeVisible();
  });

  it("asks all the same where more was typed while it was being saved", async () => {
    const { user } = await openFile();
    type("// mine ");
    await user.click(screen.getByRole("button", { name: "Save…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Save handler.ts" });
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    type("// more ");
    await user.click(await screen.findByRole("button", { name: "Back" }));
    expect(await screen.findByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  });

  it("never goes over what another program wrote meanwhile", async () => {
    const { user, engine } = await openFile();
    engine.files.set(`${ID} handler.ts`, "theirs");
    type("mine ");
    await user.click(screen.getByRole("button", { name: "Save…" }));
    expect(await screen.findByText(/Another program changed this file/)).toBeVisible();
    expect(engine.files.get(`${ID} handler.ts`)).toBe("theirs");
    await user.click(screen.getByRole("button", { name: "Take theirs" }));
    expect(await screen.findByText("As it is on the disk")).toBeVisible();
    expect(text()).toHaveTextContent("theirs");
  });

  it("shows what others wrote where nothing is typed, and leaves alone what is", async () => {
    const { engine } = await openFile();
    engine.files.set(`${ID} handler.ts`, "theirs");
    act(() => engine.report("milady", []));
    await waitFor(() => expect(text()).toHaveTextContent("theirs"));
    expect(screen.getByText("As it is on the disk")).toBeVisible();
    type("mine ");
    engine.files.set(`${ID} handler.ts`, "theirs again");
    act(() => engine.report("milady", []));
    await act(async () => {});
    expect(text()).toHaveTextContent("mine theirs");
  });

  it("is tried beside the text as it is typed, with what its moment carries at hand", async () => {
    const { user, engine } = await openFile();
    type("// mine ");
    const pane = await screen.findByRole("region", { name: "Try it" });
    await user.click(within(pane).getByRole("button", { name: "All that the event carries" }));
    expect(within(pane).getByText(/^\{/)).toBeVisible();
    await user.click(within(pane).getByRole("button", { name: "Try it" }));
    expect(await within(pane).findByRole("heading", { name: "What it did" })).toBeVisible();
    const wish = engine.tries.wishes.at(-1);
    expect(wish).toMatchObject({ hook: ID, boxed: true, sentence: null });
    expect(wish?.file?.text.startsWith("// mine ")).toBe(true);
    expect(engine.files.get(`${ID} handler.ts`)).toBeUndefined();
    await expectNoAxeViolations();
  });

  it("is asked about first where no box is around it", async () => {
    const { user, engine } = await openFile(({ tries }) => {
      tries.box = { ...tries.box, closed: false };
      tries.confirm = { kind: "confirm", title: "Run Session memory?", sentences: ["Nobody looked at it."] };
    });
    const pane = await screen.findByRole("region", { name: "Try it" });
    expect(await within(pane).findByText(/no box is around it/)).toBeVisible();
    await user.click(within(pane).getByRole("button", { name: "Try it" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Run Session memory?" });
    expect(engine.tries.wishes).toMatchObject([{ confirmed: false }]);
    expect(within(pane).queryByRole("heading", { name: "What it did" })).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Run" }));
    expect(await within(pane).findByRole("heading", { name: "What it did" })).toBeVisible();
    expect(engine.tries.wishes.at(-1)).toMatchObject({ confirmed: true });
  });

  it("is only read where it comes with the agent", async () => {
    await openFile((engine) => engine.replace(ID, { source: "bundled" }));
    expect(screen.getByText(/an update would overwrite it/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save…" })).toHaveAttribute("aria-disabled", "true");
  });
});

const PLUGIN = "openclaw/plugin/tool-guard";

describe("the program of a plugin", () => {
  const open = async (prepare?: (engine: FakeEngine) => void) => {
    const opened = openApp(paths.plugin(PLUGIN), "full", prepare);
    await opened.user.click(await screen.findByRole("button", { name: /^3 files/ }, { timeout: 5000 }));
    await opened.user.click(screen.getByRole("button", { name: "index.js" }));
    await screen.findByRole("heading", { level: 1, name: "index.js" }, { timeout: 5000 });
    return opened;
  };

  it("is opened from its page by name, edited, and saved after its diff was shown", async () => {
    const { user, engine } = await open((engine) => {
      engine.hooks = [
        ...engine.hooks,
        makeHook({ name: "listener", agent: "openclaw", events: ["before-tool-call"] }),
      ];
    });
    expect(engine.calls).toContain(`openFile(${PLUGIN}, index.js)`);
    type("// mine ", "index.js");
    const pane = await screen.findByRole("region", { name: "Try it" });
    await user.click(within(pane).getByRole("button", { name: "Try it" }));
    expect(await within(pane).findByRole("heading", { name: "What it did" })).toBeVisible();
    expect(engine.tries.wishes.at(-1)).toMatchObject({ hook: PLUGIN, boxed: true, plugin: null });
    expect(engine.tries.wishes.at(-1)?.file?.text.startsWith("// mine ")).toBe(true);
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Save index.js" });
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("index.js of Tool guard was saved.")).toBeVisible();
    expect(engine.files.get(`${PLUGIN} index.js`)).toContain("// mine");
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Tool guard" })).toBeVisible();
  });

  it("is only read where it was installed, and says that a copy can be changed", async () => {
    await open(({ plugins }) => {
      plugins.installed = [PLUGIN];
    });
    expect(screen.getByText(/Make a copy of your own/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save…" })).toHaveAttribute("aria-disabled", "true");
  });
});

describe("the script beside a config", () => {
  it("is edited as text, and tried beside it as it is typed", async () => {
    const hook = makeHook({
      agent: "moltis",
      source: "config",
      name: "audit",
      title: "Audit",
      dir: null,
      events: ["BeforeToolCall"],
    });
    const { user, engine } = openApp(paths.file(hook.id, "x.sh", null), "full", (engine) => {
      engine.hooks = [...engine.hooks, hook];
    });
    await screen.findByRole("heading", { level: 1, name: "x.sh" });
    type("# mine ", "x.sh");
    expect(await screen.findByText("Not saved yet")).toBeVisible();
    const pane = await screen.findByRole("region", { name: "Try it" });
    await user.click(within(pane).getByRole("button", { name: "Try it" }));
    expect(await within(pane).findByRole("heading", { name: "What it did" })).toBeVisible();
    expect(engine.tries.wishes.at(-1)?.file?.file).toBe("x.sh");
    expect(engine.tries.wishes.at(-1)?.file?.text.startsWith("# mine ")).toBe(true);
  });
});
