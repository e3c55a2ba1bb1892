import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fullPlugins } from "../../backend/fake-plugins";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Before any clock runs: they are loaded when they are wanted.
import "./PluginGroup";
import "./PluginScreen";
import "../../frame/ContextMenu";
import "../review/Plugins";
import "../review/ReviewScreen";

describe("a plugin from elsewhere", () => {
  it("is reviewed by what its code names and reaches, before it is placed", async () => {
    openApp(paths.review("plugin"), "full", (engine) => {
      const base = engine.incoming.view("good");
      if (base.state.kind !== "review") throw new Error("It is not reviewed.");
      const [guard] = fullPlugins();
      if (!guard) throw new Error("There is no plugin.");
      const plugin = { ...guard, state: "off" as const, enabled: false };
      const review = {
        ...base.state.review,
        title: plugin.name,
        agent: "openclaw" as const,
        hooks: [],
        plugins: [plugin],
      };
      engine.incoming.views.set("plugin", {
        ...base,
        job: "plugin",
        agent: "openclaw",
        state: { kind: "review", review },
      });
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Install Tool guard?" })).toBeVisible();
    expect(await screen.findByText("before_tool_call", { selector: "small code" })).toBeVisible();
    expect(screen.getByText("It reads GUARD_TOKEN.")).toBeVisible();
    expect(screen.getByRole("heading", { name: "Safety check" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Install" })).toBeEnabled();
    await expectNoAxeViolations();
  });
});
