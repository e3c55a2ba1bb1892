import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeEngine } from "../backend/fake";
import { makeHook } from "../backend/fake-data";
import { paths } from "../routes";
import { openApp } from "../test/app";
import "../screens/plugins/PluginGroup";
import "../screens/plugins/PluginScreen";
import "../screens/settings/SettingsScreen";
import "../screens/timeline/TimelineScreen";

const GUARD = "openclaw/plugin/tool-guard";
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const keptTexts = () => Object.values(sessionStorage).join("\n");

/** The page ends and is started again, at the same place: what it held in memory is gone. */
function startAgain(path: string, arrange?: (engine: FakeEngine) => void) {
  cleanup();
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
    await user.click(await button("Add a hook…"));
    const dialog = () => within(screen.getByRole("dialog", { name: "New hook" }));
    await user.type(dialog().getByLabelText("Command"), "./notify.sh");
    await user.click(dialog().getByRole("button", { name: "Add a variable" }));
    await user.type(dialog().getByLabelText("Name of variable 1"), "TOKEN");
    await user.type(dialog().getByLabelText("Value of TOKEN"), "sk-secret");
    expect(keptTexts()).toContain("TOKEN");
    expect(keptTexts()).not.toContain("sk-secret");
    const { user: again } = startAgain("/settings/moltis");
    await again.click(await button("Add a hook…"));
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
    expect(keptTexts()).toBe("");
    await user.click(await button("Cancel"));
    await user.click(await button(/1 more setting/));
    await user.click(await button("Change Retries"));
    await user.type(screen.getByLabelText("Retries"), "7");
    expect(keptTexts()).toContain("7");
  });
});
