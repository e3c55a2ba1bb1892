import { EditorView } from "@codemirror/view";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend";
import type { FakeEngine } from "../backend/fake";
import { makeHook } from "../backend/fake-data";
import { paths } from "../routes";
import { DIGEST, openApp } from "../test/app";
import { endPage, takeLostKey } from "./unsaved";
import "../screens/hook/HookScreen";
import "../screens/plugins/PluginGroup";
import "../screens/plugins/PluginScreen";
import "../screens/program/FileEditor";
import "../screens/settings/SettingsScreen";
import "../screens/timeline/TimelineScreen";
import "../screens/try/TryScreen";

// jsdom lays nothing out, and the editor asks where its lines are.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 } as DOMRect;
Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => nowhere;

const GUARD = "openclaw/plugin/tool-guard";
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const keptTexts = () => Object.values(sessionStorage).join("\n");

function typeInto(box: HTMLElement) {
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error("no editor");
  act(() => view.dispatch({ changes: { from: 0, insert: "// mine " } }));
}

/** Whether the page that was started last says that a key is gone. */
let lost = false;

/** The page ends and is started again, at the same place: what it held in memory is gone. */
function startAgain(path: string, arrange?: (engine: FakeEngine) => void) {
  cleanup();
  endPage();
  lost = takeLostKey();
  return openApp(path, "full", arrange);
}

describe("what was typed and not saved is there again, asked for before the window closes, and gone once it is let go", () => {
  it("a setting", async () => {
    const { user, engine } = openApp("/settings/milady");
    await user.click(await button("Change Workspace"));
    await user.type(screen.getByRole("textbox", { name: "Workspace" }), "/more");
    await waitFor(() => expect(engine.calls).toContain("holdOpen(true)"));
    const { user: again } = startAgain("/settings/milady");
    expect(await screen.findByRole("textbox", { name: "Workspace" })).toHaveValue("~/work/more");
    await again.click(await button("Cancel"));
    expect(keptTexts()).toBe("");
  });

  it("an entry of a config, without the values of its variables", async () => {
    const { user } = openApp("/settings/moltis");
    await user.click(await button("Edit audit-log"));
    const dialog = () => within(screen.getByRole("dialog"));
    await user.clear(dialog().getByLabelText("Command"));
    await user.type(dialog().getByLabelText("Command"), "./notify.sh");
    await user.click(dialog().getByRole("button", { name: "Add a variable" }));
    await user.type(dialog().getByLabelText("Name of variable 2"), "TOKEN");
    await user.type(dialog().getByLabelText("Value of TOKEN"), "sk-secret");
    expect(keptTexts()).toContain("TOKEN");
    expect(keptTexts()).not.toContain("sk-secret");
    const { user: again } = startAgain("/settings/moltis");
    await again.click(await button("Edit audit-log"));
    expect(dialog().getByLabelText("Command")).toHaveValue("./notify.sh");
    expect(dialog().getByLabelText("Value of TOKEN")).toHaveValue("");
    await again.click(dialog().getByRole("button", { name: "Cancel" }));
    expect(keptTexts()).toBe("");
  });

  it("an order of the timeline", async () => {
    const two = (engine: FakeEngine) => {
      const hook = (name: string, priority: number) =>
        makeHook({ agent: "zeroclaw", name, title: name, events: ["before_tool_call"], priority });
      engine.hooks = [hook("guard", 5), hook("post", 0)];
      engine.agent("zeroclaw").found = true;
    };
    const { user } = openApp(paths.timeline("zeroclaw"), "full", two);
    (await button(/post/)).focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(screen.getByText("1 order changed")).toBeVisible();
    const { user: again } = startAgain(paths.timeline("zeroclaw"), two);
    expect(await screen.findByText("1 order changed")).toBeVisible();
    await again.click(await button("Put back"));
    expect(keptTexts()).toBe("");
  });

  it("a new plugin", async () => {
    const { user } = openApp(paths.agent("openclaw"));
    await user.click(await button("New plugin…"));
    await user.type(await screen.findByLabelText("If the text matches"), "rm -rf");
    const { user: again, engine } = startAgain(paths.agent("openclaw"));
    await again.click(await button("New plugin…"));
    expect(await screen.findByLabelText("If the text matches")).toHaveValue("rm -rf");
    await waitFor(() => expect(engine.calls).toContain("holdOpen(true)"));
    await again.click(await button("Cancel"));
    expect(keptTexts()).toBe("");
  });

  it("a setting of a plugin, and never a key", async () => {
    const { user } = openApp(paths.plugin(GUARD));
    await user.click(await button("Change Token"));
    await user.type(screen.getByLabelText("Token"), "sk-secret");
    expect(keptTexts()).not.toContain("sk-secret");
    await user.click(await button("Cancel"));
    expect(keptTexts()).toBe("");
    await user.click(await button(/1 more setting/));
    await user.click(await button("Change Retries"));
    await user.type(screen.getByLabelText("Retries"), "7");
    expect(keptTexts()).toContain("7");
  });

  it("a key, on coming back to its field: in the page's memory alone, so a page after it says that it is gone", async () => {
    const away = async (user: ReturnType<typeof openApp>["user"]) => {
      await user.click(screen.getByRole("link", { name: "All hooks" }));
      await screen.findByRole("heading", { level: 1, name: "All hooks" });
    };
    const field = () => screen.findByLabelText("GitHub token");
    const back = async () => {
      act(() => history.back());
      return field();
    };
    const { user, engine } = openApp(paths.hook(DIGEST));
    await user.type(await field(), "ghp_secret");
    await away(user);
    expect(engine.calls.filter((call) => call.startsWith("holdOpen")).at(-1)).toBe("holdOpen(true)");
    expect(await back()).toHaveValue("ghp_secret");
    expect(keptTexts()).not.toContain("ghp_secret");
    expect(JSON.stringify([...engine.typed])).not.toContain("ghp_secret");
    const { user: again, engine: later } = startAgain(paths.hook(DIGEST));
    expect(await field()).toHaveValue("");
    expect([lost, takeLostKey()]).toEqual([true, false]);
    await again.type(await field(), "ghp_more");
    await again.clear(await field());
    await waitFor(() => expect(later.calls.at(-1)).toBe("holdOpen(false)"));
    await again.type(await field(), "ghp_saved");
    await again.click(await button("Save"));
    await waitFor(() => expect(screen.queryByLabelText("GitHub token")).toBeNull());
    expect(takeLostKey()).toBe(false);
  });

  it("the file of a hook", async () => {
    const address = paths.file("milady/managed/session-memory", "handler.ts", 1);
    const { engine } = openApp(address);
    typeInto(await screen.findByRole("textbox", { name: "Text of handler.ts" }));
    await waitFor(() => expect(engine.calls).toContain("holdOpen(true)"));
    const { user: again, engine: later } = startAgain(address);
    expect(await screen.findByRole("textbox", { name: "Text of handler.ts" })).toHaveTextContent("// mine");
    await waitFor(() => expect(later.calls).toContain("holdOpen(true)"));
    await again.click(await button("Discard changes"));
    await waitFor(() => expect(later.calls.at(-1)).toBe("holdOpen(false)"));
    expect(keptTexts()).toBe("");
  });

  it("a sample, also with a page that was loaded again", async () => {
    const address = paths.try({ agent: "moltis", key: "BeforeToolCall" });
    const { engine } = openApp(address);
    typeInto(await screen.findByRole("textbox", { name: "Sample" }));
    await waitFor(() => expect(engine.calls).toContain("holdOpen(true)"));
    expect(keptTexts()).toContain("// mine");
    // Samples are held for the whole window, so only a page that begins again reads them again.
    cleanup();
    vi.resetModules();
    const held = vi.fn(async () => null);
    const { setBackend } = await import("../backend");
    setBackend({ holdOpen: held, keepTyped: async () => null } as unknown as Backend);
    const { resetTries } = await import("../screens/try/tries");
    expect(held).toHaveBeenCalledWith(true);
    const { openApp: openAgain } = await import("../test/app");
    await import("../screens/try/TryScreen");
    const { user: again } = openAgain(address);
    expect(await screen.findByRole("textbox", { name: "Sample" })).toHaveTextContent("// mine");
    await again.click(await button("Reset to sample"));
    expect(keptTexts()).toBe("");
    resetTries();
  });
});
