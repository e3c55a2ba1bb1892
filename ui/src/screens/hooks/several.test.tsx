import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Hook } from "../../backend";
import { makeHook } from "../../backend/fake-data";
import { expectNoAxeViolations, openApp } from "../../test/app";

describe("several hooks at once", () => {
  const names = () =>
    screen
      .queryAllByRole("row", { selected: true })
      .map((row) => row.getAttribute("aria-label")?.split(",")[0]);

  it("are picked with Ctrl and Shift, turned off with one question, and come back with one Undo", async () => {
    const { user, engine } = openApp("/agent/milady");
    const rows = await screen.findAllByRole("row", { name: /, Ready/ });
    await user.keyboard("{Control>}");
    await user.click(within(rows[0] as HTMLElement).getByRole("gridcell"));
    await user.click(within(rows[1] as HTMLElement).getByRole("gridcell"));
    await user.keyboard("{/Control}");
    expect(location.hash).toBe("#/agent/milady");
    const bar = await screen.findByRole("region", { name: "Selected hooks" });
    expect(within(bar).getByRole("status")).toHaveTextContent("2 hooks selected");
    const picked = names();
    await user.click(within(bar).getByRole("button", { name: "Turn off" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Turn 2 hooks off?" });
    await user.click(within(dialog).getByRole("button", { name: "Turn off" }));
    expect(await screen.findByText("2 hooks were turned off.")).toBeVisible();
    expect(engine.calls.filter((call) => call.startsWith("changeMany("))).toHaveLength(2);
    expect(screen.queryByRole("region", { name: "Selected hooks" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Taken back: 2 hooks were turned off.")).toBeVisible();
    expect(engine.calls.filter((call) => call.startsWith("undo("))).toHaveLength(1);
    expect(picked).toHaveLength(2);
  });

  it("are not copied where one of them cannot be, and the reason is said", async () => {
    const { user, engine } = openApp("/agent/milady", "full", (engine) => {
      engine.hooks = ["milady" as const, "openclaw" as const].map((agent) =>
        makeHook({ agent, name: "same" }),
      );
    });
    await user.keyboard("{Control>}");
    await user.click(within(await screen.findByRole("row", { name: /same/ })).getByRole("gridcell"));
    await user.keyboard("{/Control}");
    await user.click(await screen.findByRole("button", { name: "Copy to…" }));
    await user.click(await screen.findByRole("menuitem", { name: "OpenClaw" }));
    expect(await screen.findByText(/OpenClaw has a hook named same already/)).toBeVisible();
    expect(engine.calls.some((call) => call.startsWith("changeMany(") && call.includes("true)"))).toBe(false);
  });

  /** Also in what a restart would apply. */
  const told = async (words: string) => expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);

  /** Two that are off, and a draft. */
  const three = (engine: { hooks: Hook[] }) => {
    const off = { agent: "moltis" as const, enabled: false, state: "off" as const };
    engine.hooks = ["one", "two", "three"].map((name) => makeHook({ ...off, name, draft: name === "three" }));
  };

  async function pickAll(path = "/agent/moltis") {
    const app = openApp(path, "full", three);
    const [first] = await screen.findAllByRole("row", { name: /^(one|two|three), / });
    (first as HTMLElement).focus();
    await app.user.keyboard("{Control>}a{/Control}");
    return { ...app, bar: await screen.findByRole("region", { name: "Selected hooks" }) };
  }

  it("are turned on with one question that shows the change, without drafts, and it says so", async () => {
    const { user, engine, bar } = await pickAll();
    expect(within(bar).getByRole("status")).toHaveTextContent("3 hooks selected, 1 of them is a draft");
    await user.click(within(bar).getByRole("button", { name: "Turn on" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Turn 2 hooks on?" });
    expect(dialog).toHaveTextContent("~/.milady/milady.json");
    expect(dialog).toHaveTextContent("1 draft stays off: a draft is turned on where it is tried.");
    await user.click(within(dialog).getByRole("button", { name: "Turn on" }));
    await told("2 hooks were turned on.");
    expect(engine.hooks.filter(({ enabled }) => enabled).map(({ name }) => name)).toEqual(["one", "two"]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Taken back: 2 hooks were turned on.")).toBeVisible();
    expect(engine.hooks.some(({ enabled }) => enabled)).toBe(false);
  });

  it.each([false, true])(
    "are not turned on or off where that would change nothing (on: %s)",
    async (enabled) => {
      const { user } = openApp("/agent/milady", "full", (engine) => {
        const states = ["replaced", "cannot-run-here", "broken"] as const;
        engine.hooks = states.map((state) => makeHook({ name: state, state, enabled }));
      });
      const [first] = await screen.findAllByRole("row", { name: /, / });
      (first as HTMLElement).focus();
      await user.keyboard("{Control>}a{/Control}");
      const bar = await screen.findByRole("region", { name: "Selected hooks" });
      expect(within(bar).getByRole("status")).toHaveTextContent("3 hooks selected");
      expect(within(bar).getByRole("button", { name: "Remove…" })).toBeVisible();
      expect(within(bar).queryByRole("button", { name: /^Turn o/ })).toBeNull();
    },
  );

  it("are removed with one question, and come back with one Undo", async () => {
    const { user, engine, bar } = await pickAll();
    await user.click(within(bar).getByRole("button", { name: "Remove…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Remove 3 hooks?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await told("3 hooks were removed.");
    expect(engine.hooks).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(engine.hooks).toHaveLength(3));
  });

  it("are copied to another agent with one question, and the copies go with one Undo", async () => {
    const { user, engine, bar } = await pickAll();
    await user.click(within(bar).getByRole("button", { name: "Copy to…" }));
    await user.click(await screen.findByRole("menuitem", { name: "OpenClaw" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Copy 3 hooks to OpenClaw?" });
    await user.click(within(dialog).getByRole("button", { name: "Copy" }));
    await told("3 hooks were copied to OpenClaw.");
    expect(engine.hooks.filter(({ agent }) => agent === "openclaw")).toHaveLength(3);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(engine.hooks.some(({ agent }) => agent === "openclaw")).toBe(false));
  });

  it("are picked by keys, all of them with Ctrl A, and none with Esc", async () => {
    const { user } = openApp("/agent/milady");
    const [first] = await screen.findAllByRole("row", { name: /, Ready/ });
    (first as HTMLElement).focus();
    await user.keyboard("{Control>}a{/Control}");
    expect(names().length).toBeGreaterThan(2);
    await expectNoAxeViolations();
    await user.keyboard("{Escape}");
    expect(names()).toEqual([]);
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(names()).toHaveLength(2);
  });
});
