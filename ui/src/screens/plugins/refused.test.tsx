import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeEngine } from "../../backend/fake";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Before any clock runs: they are loaded when they are wanted.
import "./PluginGroup";
import "./PluginScreen";

const GUARD = "openclaw/plugin/tool-guard";

describe("a plugin for which the whole config is refused", () => {
  const refuse = (id: string) => (engine: FakeEngine) => {
    const own = engine.agent("openclaw");
    const message = "Its openclaw.plugin.json cannot be understood.";
    own.runtime = {
      ...own.runtime,
      config: "refused",
      config_problems: [{ path: `plugins.entries.${id}`, message }],
    };
  };

  it("is taken out of it by the banner's button, after the change was shown", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"), "full", refuse("old-one"));
    await user.click(await screen.findByRole("button", { name: "Fix…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Take old-one out of the config?" });
    expect(dialog).toHaveTextContent("so none of its hooks loads.");
    await user.click(within(dialog).getByRole("button", { name: "Fix it" }));
    await waitFor(() => expect(engine.calls).toContain("repairConfig(openclaw, config-plugin)"));
  });

  it("is taken out of it on its page, below what repairs the plugin itself", async () => {
    const { user, engine } = openApp(paths.plugin("openclaw/plugin/old-one"), "full", refuse("old-one"));
    expect(await screen.findByText("Write a openclaw.plugin.json")).toBeVisible();
    expect(await screen.findByText("Take old-one out of the config")).toBeVisible();
    await expectNoAxeViolations();
    const [, out] = screen.getAllByRole("button", { name: "Fix it" });
    await user.click(out as HTMLElement);
    await waitFor(() => expect(engine.calls).toContain("repair(openclaw/plugin/old-one, config-plugin)"));
    await waitFor(() => expect(screen.queryByText("Take old-one out of the config")).toBeNull());
  });

  it("is told on the page of one that is not broken itself, and on no other", async () => {
    openApp(paths.plugin(GUARD), "full", refuse("tool-guard"));
    expect(await screen.findByText(/so none of its hooks loads/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Fix it" })).toBeVisible();
    expect(screen.queryByText("Only whoever wrote it knows what was meant.")).toBeNull();
  });
});
