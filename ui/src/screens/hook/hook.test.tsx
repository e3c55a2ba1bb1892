import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { EngineError } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { makeHook } from "../../backend/fake-data";
import { paths } from "../../routes";
import { DIGEST, expectNoAxeViolations, openApp, openHook } from "../../test/app";
// Before any clock runs: it is loaded when it is wanted.
import "./HookScreen";

const field = () => screen.getByLabelText("GitHub token") as HTMLInputElement;

describe("a hook that is off", () => {
  it("says why, where nobody turned it off", async () => {
    const reason = "OpenClaw 2026.9.6 loads only the hooks that its config names, and this one is not named";
    await openHook(DIGEST, "full", (fake) => {
      fake.hooks = fake.hooks.map((hook) =>
        hook.id === DIGEST
          ? { ...hook, enabled: false, state: "off", row: "off", reason, warning: null }
          : hook,
      );
    });
    expect(await screen.findByText(`${reason}.`)).toBeVisible();
  });
});

describe("setup", () => {
  it("says who else may read the file in which a key is saved", async () => {
    const readers = "Other users of this computer may read ~/.milady/milady.json.";
    await openHook(DIGEST, "full", (fake) => {
      fake.readers = readers;
    });
    expect(screen.getByText(readers)).toBeVisible();
  });

  it("takes a key, hidden, and turns the hook ready", async () => {
    const { user, engine } = await openHook();
    expect(screen.getByRole("heading", { name: "Setup · 1 of 3 left" })).toBeVisible();
    expect(field()).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show what is typed" }));
    expect(field()).toHaveAttribute("type", "text");
    await user.type(field(), "ghp_x");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(engine.calls).toContain(`setEnv(${DIGEST}, GITHUB_TOKEN, ghp_x, false)`);
    expect(await screen.findByText("Saved in Milady's settings")).toBeVisible();
    expect(screen.getByText("Needs a fix")).toBeVisible();
    expect(screen.getByText("GITHUB_TOKEN was saved.")).toBeVisible();
    expect(document.body.textContent).not.toContain("ghp_x");
  });

  it("says what a key is for, where to get one, and asks once whose it is", async () => {
    const { user, engine } = await openHook();
    expect(await screen.findByText(/Lets the hook see GitHub as you do/)).toBeVisible();
    expect(screen.getByText(/Rights: Only those that the hook needs/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Get one…" }));
    expect(screen.getByText("https://github.com/settings/tokens")).toBeVisible();
    expect(engine.opened).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(engine.opened).toEqual(["https://github.com/settings/tokens"]);
    // Nothing is sent before something was typed, and the address is there before.
    await user.click(screen.getByRole("button", { name: "Check it" }));
    expect(engine.calls.join()).not.toContain("checkKey");
    await user.type(field(), "hello");
    expect(await screen.findByText("A key of GitHub begins with ghp_ or github_pat_.")).toBeVisible();
    await user.clear(field());
    await user.type(field(), "ghp_x");
    await waitFor(() => expect(screen.queryByText(/A key of GitHub begins/)).toBeNull());
    expect(screen.getByText(/Check it asks https:\/\/api.github.com\/user once/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Check it" }));
    expect(await screen.findByText("GitHub knows it: it belongs to ana.")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("lets a saved key be cleared, and the clearing be taken back", async () => {
    const { user } = await openHook();
    await user.type(field(), "x{Enter}");
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    expect(await screen.findByText("GITHUB_TOKEN was cleared.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Saved in Milady's settings")).toBeVisible();
  });

  it("asks before a key switches other hooks, and keeps what was typed where the answer is no", async () => {
    const openclaw = (engine: FakeEngine) => engine.replace(DIGEST, { agent: "openclaw" });
    const { user } = await openHook(DIGEST, "full", openclaw);
    await user.type(field(), "ghp_x{Enter}");
    const sheet = await screen.findByRole("alertdialog", { name: "Save GITHUB_TOKEN?" });
    expect(within(sheet).getByText("The agent would also turn off session-memory.")).toBeVisible();
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    expect(field()).toHaveValue("ghp_x");
    await user.type(field(), "{Enter}");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("GITHUB_TOKEN was saved.")).toBeVisible();
  });

  it("asks for a setting with the field of its kind", async () => {
    const { user, engine } = await openHook("milady/workspace/voice-notes");
    const saved = (path: string, value: string) =>
      expect(engine.calls).toContain(`setSetting(milady/workspace/voice-notes, ${path}, ${value}, false)`);
    await user.click(screen.getByRole("button", { name: "Set to true" }));
    saved("voice.language", "true");
    const speed = screen.getByLabelText("Setting voice.speed");
    await user.type(speed, "fast{Enter}");
    expect(engine.calls.join()).not.toContain("fast");
    await user.clear(speed);
    await user.type(speed, "1,5{Enter}");
    saved("voice.speed", "1.5");
    await user.click(screen.getByRole("switch", { name: "Setting voice.enabled" }));
    saved("voice.enabled", "false");
  });

  it("says beside the field why it could not be saved, and keeps what was typed", async () => {
    const { user, engine } = await openHook();
    engine.failures.set(
      "setEnv",
      new EngineError({
        code: "unreadable-config",
        message: "milady.json cannot be read.",
        hint: "Fix line 3 first.",
      }),
    );
    await user.type(field(), "abc{Enter}");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("milady.json cannot be read.Fix line 3 first.");
    expect(field()).toHaveValue("abc");
    expect(field()).toBeInvalid();
  });

  it("keeps what is typed and the focus while the hook changes on disk", async () => {
    const { user, engine } = await openHook();
    await user.type(field(), "half a to");
    const hook = { ...engine.find(DIGEST), description: "Rewritten." };
    engine.replace(DIGEST, hook);
    act(() => engine.report("milady", [hook]));
    expect(await screen.findByText("Rewritten.")).toBeVisible();
    expect(field()).toHaveValue("half a to");
    expect(field()).toHaveFocus();
  });

  it("opens at the field when the person came to fill it in", async () => {
    openApp(paths.hook(DIGEST, "setup"));
    await screen.findByRole("heading", { level: 1 });
    expect(field()).toHaveFocus();
  });

  it("says once what is noted of it, with its fix, where the top of the page says that very sentence", async () => {
    const says = "The command does not end, so its answer is never taken.";
    const note = { id: "no-time", sentence: says, fixable: true, seen: "2026-08-21" };
    const { user, engine } = await openHook(DIGEST, "full", (fake) =>
      fake.replace(DIGEST, { state: "ready", warning: says, notes: [note] }),
    );
    expect(screen.getAllByText(says)).toHaveLength(1);
    expect(screen.getByText(/2026-08-21/)).toBeVisible();
    expect(screen.queryByRole("region", { name: /really does/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Fix…" }));
    expect(engine.calls.join()).toContain("no-time");
  });

  it("has no switch where the agent has none, and says so", async () => {
    openApp(paths.hook("moltis/builtin/logger"), "full", (engine) => {
      const logger = makeHook({ agent: "moltis", source: "builtin", name: "logger", title: "Logger" });
      engine.hooks = [{ ...logger, switchable: false }];
      engine.agent("moltis").found = true;
    });
    expect(await screen.findByText("It is part of Moltis, and always on.")).toBeVisible();
    expect(screen.queryByRole("switch")).toBeNull();
  });

  it("shows where programs are looked up", async () => {
    const { user } = await openHook();
    expect(screen.getByText("/usr/bin")).not.toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show them" }));
    expect(screen.getByText("/usr/bin")).toBeVisible();
  });

  it("makes a script runnable", async () => {
    const { user, engine } = await openHook("moltis/managed/guard");
    await user.click(screen.getByRole("button", { name: "Make it runnable" }));
    expect(engine.calls).toContain("makeExecutable(moltis/managed/guard)");
    expect(await screen.findByText("Ready")).toBeVisible();
  });
});

describe("the rest of the screen", () => {
  it("fixes a note after showing the change", async () => {
    const { user, engine } = await openHook();
    await user.click(screen.getByRole("button", { name: "Fix…" }));
    const dialog = await screen.findByRole("alertdialog", {
      name: "Write the settings as one line of JSON?",
    });
    expect(within(dialog).getByText(/-metadata:/)).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Apply" }));
    expect(engine.calls).toContain(`fixNote(${DIGEST}, milady-json-metadata, true)`);
    await waitFor(() => expect(screen.queryByText(/Today's Milady/)).toBeNull());
  });

  it("removes after naming what goes and what stays, and goes back to the list", async () => {
    const { user, engine } = await openHook();
    const remove = async () => {
      await user.click(screen.getByRole("button", { name: "More" }));
      await user.click(screen.getByRole("menuitem", { name: /Remove/ }));
      return screen.findByRole("alertdialog", { name: "Remove GitHub digest?" });
    };
    const first = await remove();
    expect(within(first).getByText("What it wrote into your workspace stays.")).toBeVisible();
    expect(within(first).getByRole("button", { name: "Cancel" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(engine.calls.some((call) => call.startsWith("remove("))).toBe(false);

    await user.click(within(await remove()).getByRole("button", { name: "Remove" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
    expect(screen.queryByRole("row", { name: /GitHub digest/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("row", { name: /GitHub digest/ })).toBeVisible();
  });

  it("says of a broken hook in plain words what is wrong, shows the change, and repairs it with one click", async () => {
    const { user, engine } = await openHook("milady/managed/old-logger");
    expect(await screen.findByText("A text with a colon in it has to be in quotes (line 3).")).toBeVisible();
    expect(screen.getByRole("group", { name: "Changes in HOOK.md" })).toHaveTextContent('"Greets: always"');
    await user.click(screen.getByRole("button", { name: "As it was read" }));
    expect(screen.getByText(/HOOK\.md:4:11/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Fix it" }));
    expect(engine.calls).toContain("repair(milady/managed/old-logger, unquoted-text)");
    expect(await screen.findByText(/logger was repaired/i)).toBeVisible();
    expect(screen.queryByRole("heading", { name: "What is wrong" })).toBeNull();
  });

  it.each([
    ["what is missing, where nothing else is a way out", "ready", ["Install ffmpeg with Homebrew"]],
    ["the way out, where there is one", "broken", ["Fix it"]],
  ] as const)("has one next thing to do: %s", async (_, state, main) => {
    const id = "milady/workspace/voice-notes";
    const warning = "Its command starts ffmpeg, and no program of this name is on PATH: it fails each time.";
    await openHook(id, "full", (fake) => {
      const row = state === "ready" ? "no-effect" : state;
      fake.hooks = fake.hooks.map((hook) => (hook.id === id ? { ...hook, state, row, warning } : hook));
    });
    await screen.findByRole("button", { name: state === "ready" ? "Open folder" : "Fix it" });
    const buttons = within(screen.getByRole("main")).getAllByRole("button");
    const prominent = buttons.filter((button) => button.classList.contains("main"));
    expect(prominent.map((button) => button.getAttribute("aria-label") ?? button.textContent)).toEqual(main);
  });

  it("offers what leaves another fault, and says so", async () => {
    const two = (engine: FakeEngine) => engine.replace("milady/managed/old-logger", { name: "two-faults" });
    await openHook("milady/managed/old-logger", "full", two);
    expect(await screen.findByText("Then something else is still wrong: It has no handler.")).toBeVisible();
    expect(screen.queryByText(/Only whoever wrote it/)).toBeNull();
    expect(screen.getByRole("button", { name: "Fix it" })).toBeEnabled();
  });

  it("gives what only its author can repair a text for the author", async () => {
    const odd = (engine: FakeEngine) =>
      engine.replace("milady/managed/old-logger", { name: "only-its-author" });
    const { user, engine } = await openHook("milady/managed/old-logger", "full", odd);
    expect(await screen.findByText(/Only whoever wrote it/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Fix it" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Copy for its author" }));
    expect(await navigator.clipboard.readText()).toBe("only-its-author does not load.");
    await user.click(screen.getByRole("button", { name: "Open folder" }));
    expect(engine.opened).toEqual(["milady/managed/old-logger"]);
  });

  it("says which hook took the place of a replaced one", async () => {
    const { user } = await openHook("milady/managed/boot-md");
    await user.click(screen.getByRole("button", { name: "Show the other" }));
    expect(await screen.findByText("Ready")).toBeVisible();
  });

  it("says instead of a dead switch why it cannot be switched", async () => {
    await openHook("moltis/plugin/x", "full", (engine) => {
      const [hook] = engine.hooks;
      if (hook)
        engine.hooks = [
          { ...hook, id: "moltis/plugin/x", agent: "moltis", source: "plugin", state: "ready" },
        ];
    });
    expect(screen.getByText("Switched by its plugin")).toBeVisible();
    expect(screen.queryByRole("switch")).toBeNull();
  });

  it("says so when the hook is gone", async () => {
    openApp(paths.hook("milady/managed/nothing"));
    expect(await screen.findByText("This hook is no longer there")).toBeVisible();
  });

  it("finds hooks whatever their ids are made of", async () => {
    const id = "milady/managed/a%2Fb ?#ü/ü";
    await openHook(id, "full", (engine) => {
      const [hook] = engine.hooks;
      if (hook) engine.hooks = [{ ...hook, id, title: "Odd one" }];
    });
    expect(screen.getByRole("heading", { level: 1, name: "Odd one" })).toBeVisible();
  });

  it.each([DIGEST, "milady/managed/old-logger", "milady/managed/boot-md", "milady/extra/mac-notes"])(
    "%s has no axe violations",
    async (id) => {
      await openHook(id);
      await vi.waitFor(() => expect(screen.queryByText("Reading…")).toBeNull());
      await expectNoAxeViolations();
    },
  );
});
