import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { makeHook } from "../../backend/fake-data";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp, row } from "../../test/app";

async function openList(path = "/agent/milady", scenario: "full" | "many" | "empty" = "full") {
  const app = openApp(path, scenario);
  await screen.findByRole("heading", { level: 1 });
  return app;
}

const titles = () =>
  screen
    .getAllByRole("row")
    .map((element) => element.getAttribute("aria-label") ?? `# ${element.textContent}`)
    .map((label) => label.split(",")[0]);

describe("the hooks of an agent", () => {
  it("are in groups, those that need a person first, each with its reason", async () => {
    await openList();
    expect(titles()).toEqual([
      "# Needs you",
      "GitHub digest",
      "Voice notes",
      "old-logger",
      "# Ready",
      "Boot notes",
      "Command logger",
      "Session memory",
      "# Off",
      "Welcome",
      "# Can't run here",
      "Mac notes",
    ]);
    expect(row(/GitHub digest, Needs setup\. Needs a GitHub token/)).toBeVisible();
    expect(screen.getByRole("radio", { name: "Needs setup 2" })).toBeVisible();
  });

  it("have no dot left over where a line ends", async () => {
    await openList();
    for (const gridcell of screen.getAllByRole("gridcell")) expect(gridcell).not.toHaveTextContent(/·/);
  });

  it("are not filtered where they can be seen at a glance", async () => {
    await openList("/agent/openclaw");
    expect(screen.getAllByRole("row").length).toBeGreaterThan(1);
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("offer one control each: the switch, or the button that fixes it", async () => {
    await openList();
    expect(within(row(/GitHub digest/)).getByRole("button", { name: "Add key…" })).toBeVisible();
    expect(within(row(/Voice notes/)).getByRole("button", { name: "Set up…" })).toBeVisible();
    expect(within(row(/old-logger/)).getByRole("button", { name: "Show problem" })).toBeVisible();
    expect(within(row(/Welcome/)).getByRole("switch")).not.toBeChecked();
    expect(within(row(/Mac notes/)).queryByRole("switch")).toBeNull();
  });

  it("have a switch where the engine says so, whatever their state is called", async () => {
    openApp("/agent/milady", "full", (engine) => {
      engine.hooks = [
        { ...makeHook({ name: "stuck", state: "off", enabled: false }), switchable: false },
        { ...makeHook({ name: "loose", state: "replaced" }), switchable: true },
      ];
    });
    expect(within(await screen.findByRole("row", { name: /^loose/ })).getByRole("switch")).toBeVisible();
    expect(within(row(/^stuck/)).queryByRole("switch")).toBeNull();
  });

  it("offer a draft where it is tried, by mouse and by keys, and never a switch", async () => {
    const draft = makeHook({ agent: "moltis", name: "stopper", title: "Stopper", state: "off", draft: true });
    const { user, engine } = openApp("/agent/moltis", "full", (engine) => {
      engine.hooks = [...engine.hooks, { ...draft, enabled: false }];
    });
    const shown = await screen.findByRole("row", { name: /^Stopper, Draft/ });
    expect(within(shown).getByText("Draft")).toBeVisible();
    expect(within(shown).queryByText("Off")).toBeNull();
    expect(within(shown).queryByRole("switch")).toBeNull();
    expect(within(shown).getByRole("button", { name: "Finish…" })).toBeVisible();
    shown.focus();
    await user.keyboard(" ");
    await waitFor(() => expect(location.hash).toBe(`#${paths.edit(draft.id)}`));
    expect(engine.calls.some((call) => call.startsWith("setEnabled("))).toBe(false);
  });

  it("are above what holds for all of them: when a hook that fails is left out", async () => {
    await openList("/agent/moltis");
    const said = screen.getByText(/After 3 failures in a row, Moltis leaves a hook out for 60 seconds/);
    expect(said).toBeVisible();
    expect(said.closest("p")).toHaveTextContent("2026-08-21");
  });

  it("are found by name, description and moment", async () => {
    const { user } = await openList();
    await user.type(screen.getByRole("searchbox"), "message ARRIVES");
    expect(titles()).toEqual(["# Needs you", "Voice notes"]);
  });

  it("say so when nothing matches, and can be cleared", async () => {
    const { user } = await openList();
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(screen.getByText("No hooks match “zzz”")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Clear" })[1] as HTMLElement);
    expect(titles()).toHaveLength(12);
  });

  it("can be filtered by state, with counts", async () => {
    const { user } = await openList();
    await user.click(screen.getByRole("radio", { name: "Off 1" }));
    expect(titles()).toEqual(["# Off", "Welcome"]);
  });

  it("can be sorted by name alone", async () => {
    const { user } = await openList();
    await user.click(screen.getByRole("button", { name: "Sort" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "By name" }));
    expect(titles().slice(0, 3)).toEqual(["# By name", "Boot notes", "Command logger"]);
  });

  it("fold replaced ones under the one that took their place", async () => {
    const { user } = await openList();
    expect(screen.queryByRole("row", { name: /Boot notes, Replaced/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "1 replaced" }));
    expect(row(/Boot notes, Replaced/)).toBeVisible();
  });

  it("are switched at once, can be taken back, and a failure is told", async () => {
    const { user, engine } = await openList();
    await user.click(within(row(/Session memory/)).getByRole("switch"));
    expect(engine.calls).toContain("setEnabled(milady/managed/session-memory, false, false)");
    expect(await screen.findByText("Session memory was turned off.")).toBeVisible();
    expect(row(/Session memory, Off/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("row", { name: /Session memory, Ready/ })).toBeVisible();

    engine.failures.set(
      "setEnabled",
      new EngineError({
        code: "changed-meanwhile",
        message: "milady.json changed in the meantime.",
        hint: "Look at it first.",
      }),
    );
    await user.click(within(row(/Session memory/)).getByRole("switch"));
    const alert = await screen.findByRole("alertdialog", { name: "“Session memory” was not turned off" });
    expect(within(alert).getByText("milady.json changed in the meantime.")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(within(row(/Session memory/)).getByRole("switch")).toBeChecked();
  });

  it("ask first when other hooks would be switched too", async () => {
    const { user, engine } = await openList("/agent/openclaw");
    await user.click(within(row(/tidy-up/)).getByRole("switch"));
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText("The agent would also turn off command-logger.")).toBeVisible();
    expect(within(dialog).getByText(/^Entries are written/)).toBeVisible();
    expect(within(dialog).getByText(/"session-memory": \{ "enabled": false \}/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(engine.calls.filter((call) => call.startsWith("setEnabled"))).toHaveLength(1);
    expect(within(row(/tidy-up/)).getByRole("switch")).toBeChecked();

    await user.click(within(row(/tidy-up/)).getByRole("switch"));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Turn off" }),
    );
    await waitFor(() => expect(row(/tidy-up, Off/)).toBeVisible());
  });
});

describe("the keyboard", () => {
  it("reaches search with / and Ctrl F; Esc clears, then leaves", async () => {
    const { user } = await openList();
    const search = screen.getByRole("searchbox");
    await user.keyboard("/");
    expect(search).toHaveFocus();
    await user.keyboard("boot{Escape}");
    expect(search).toHaveValue("");
    await user.keyboard("{Escape}");
    expect(search).not.toHaveFocus();
    await user.keyboard("{Control>}f{/Control}");
    expect(search).toHaveFocus();
  });

  it("walks the rows with arrows, past the headings, and into a row's controls", async () => {
    const { user } = await openList();
    await user.keyboard("/{ArrowDown}");
    expect(row(/GitHub digest/)).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(row(/Boot notes/)).toHaveFocus();
    await user.keyboard("{End}");
    expect(row(/Mac notes/)).toHaveFocus();
    await user.keyboard("{Home}{ArrowRight}");
    expect(within(row(/GitHub digest/)).getByRole("button", { name: "Add key…" })).toHaveFocus();
    await user.keyboard("{ArrowLeft}");
    expect(row(/GitHub digest/)).toHaveFocus();
  });

  it("toggles with Space, opens with Enter, and comes back to the same row", async () => {
    const { user, engine } = await openList();
    await user.keyboard("/{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown} ");
    await waitFor(() =>
      expect(engine.calls).toContain("setEnabled(milady/managed/command-logger, false, false)"),
    );
    await waitFor(() => expect(row(/Command logger, Off/)).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { level: 1, name: "Command logger" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(row(/Command logger, Off/)).toHaveFocus());
  });

  it("has one tab stop for the list, however long it is", async () => {
    await openList("/agent/milady", "many");
    const stops = within(screen.getByRole("grid"))
      .getAllByRole("row")
      .filter((element) => element.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });
});

describe("a list of 5,000", () => {
  it("draws only what is in view", async () => {
    await openList("/agent/milady", "many");
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "5003");
    expect(screen.getAllByRole("row").length).toBeLessThan(200);
  });
});

describe("coming back from a hook", () => {
  it("finds the same search and filter", async () => {
    const { user } = await openList();
    await user.click(screen.getByRole("radio", { name: /^Ready/ }));
    await user.type(screen.getByRole("searchbox"), "memory");
    await user.click(screen.getByRole("button", { name: "Open Session memory" }));
    await screen.findByRole("heading", { level: 1, name: "Session memory" });
    await user.click(screen.getByRole("button", { name: "Milady" }));
    expect(await screen.findByRole("searchbox")).toHaveValue("memory");
    expect(screen.getByRole("radio", { name: /^Ready/ })).toBeChecked();
    expect(titles()).toEqual(["# Ready", "Session memory"]);
  });
});

describe("changes on disk", () => {
  it("show at once, and leave what is being typed and the focus alone", async () => {
    const { user, engine } = await openList();
    const search = screen.getByRole("searchbox");
    await user.type(search, "session");
    const hook = engine.find("milady/managed/session-memory");
    const renamed = { ...hook, title: "Session diary" };
    engine.hooks = engine.hooks.map((other) => (other === hook ? renamed : other));
    act(() => engine.report("milady", [renamed]));
    expect(await screen.findByRole("row", { name: /Session diary/ })).toBeVisible();
    expect(search).toHaveValue("session");
    expect(search).toHaveFocus();
    act(() => engine.report("milady", [], ["milady/managed/session-memory"]));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Session diary/ })).toBeNull());
  });
});

describe("banners", () => {
  it("tell what waits for a restart, and can be dismissed", async () => {
    const { user } = await openList();
    expect(screen.getByText("Restart Milady to apply 1 change.")).toBeVisible();
    // Said once, above the rows; a row only says that it is meant.
    expect(within(row(/Session memory/)).getByText("Changed, waits for a restart")).toBeVisible();
    expect(within(row(/Session memory/)).queryByText(/Restart Milady/)).toBeNull();
    expect(within(row(/Command logger/)).queryByText(/restart/i)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(/Restart Milady/)).toBeNull());
  });

  it("tell that hooks are off as a whole, with the switch", async () => {
    const { user, engine } = openApp("/agent/milady", "full", (fake) => {
      fake.agent("milady").hooks_on = false;
    });
    await user.click(await screen.findByRole("switch", { name: "Hooks for Milady" }));
    expect(engine.calls).toContain("setHooksOn(milady, true)");
    await waitFor(() => expect(screen.queryByText("Hooks are off for Milady.")).toBeNull());
  });

  it("tell where a config cannot be read", async () => {
    openApp("/agent/milady", "full", (fake) => {
      fake.agent("milady").problems = [
        {
          with: "config",
          path: "~/.milady/milady.json",
          message: "A comma is missing.",
          line: 7,
          column: 3,
        },
      ];
    });
    expect(await screen.findByText("~/.milady/milady.json, line 7, column 3")).toBeVisible();
    expect(screen.getByRole("button", { name: "Open folder" })).toBeVisible();
  });

  it("tell at once all that is named in a config and not read", async () => {
    openApp("/agent/milady", "full", (fake) => {
      const place = { with: "place", path: "~/.milady/milady.json", column: 3 } as const;
      fake.agent("milady").problems = [
        { ...place, message: "The extra folder a is not read.", line: 4 },
        { ...place, message: "The workspace ws is not read.", line: 9 },
      ];
    });
    const banner = await screen.findByText("Milady does not read everything that its settings name.");
    expect(banner.parentElement).toHaveTextContent(
      "The extra folder a is not read.The workspace ws is not read. ~/.milady/milady.json",
    );
    expect(screen.getAllByRole("button", { name: "Edit as text" })).toHaveLength(1);
    expect(screen.queryByText(/could not be read in full/)).toBeNull();
  });
});

describe("other lists", () => {
  it("all hooks name the agent of each", async () => {
    await openList("/hooks");
    expect(within(row(/Dangerous-command guard/)).getByText("Moltis")).toBeVisible();
  });

  it("an agent without hooks has one next step", async () => {
    const { user } = await openList("/agent/milady", "empty");
    expect(screen.getByText("Milady has no hooks yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Get hooks" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
  });

  it.each(["/agent/milady", "/hooks", "/agent/eliza"])("%s has no axe violations", async (path) => {
    await openList(path);
    await expectNoAxeViolations();
  });
});
