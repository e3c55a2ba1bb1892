import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineError, type TryState } from "../../backend";
import { expectNoAxeViolations, openApp, openHook } from "../../test/app";
import { openTry, results, run, wishes } from "../../test/try";
// Before any clock runs: they are loaded when they are wanted.
import "../../parts/CodeEditor";
import "../sentence/SentenceScreen";
import "./TryScreen";
import { resetTries } from "./tries";
import { resetChoice } from "./useChoice";

function reset() {
  resetTries();
  resetChoice();
}
beforeEach(reset);
afterEach(reset);

describe("Try it", () => {
  it("says what happens, who is called and who is left out, and why", async () => {
    await openTry();
    expect(screen.getByText(/Runs on this computer, outside your agent/)).toBeVisible();
    expect(screen.getByRole("button", { name: /In a box.*Where/ })).toBeVisible();
    expect(screen.getByRole("button", { name: /Before a tool is used.*Moment/ })).toBeVisible();
    expect(screen.getByRole("button", { name: /All that listen \(3\).*Hooks/ })).toBeVisible();
    expect(screen.getByText(/Its command handler.sh may not be run yet/, { selector: "li" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("names what really came with the moment, where Roll call heard it", async () => {
    await openTry({ key: "BeforeToolCall" }, (engine) => {
      const last = "2026-11-14T09:30:00Z";
      const fields = ["tool", "arguments"];
      engine.heard = [{ agent: "moltis", key: "BeforeToolCall", last, count: 2, fields }];
    });
    expect(await screen.findByText(/Heard 2 times, last .* With it came/)).toHaveTextContent(
      /With it came tool, arguments$/,
    );
  });

  it("says when the agent would leave a hook out that fails, and that a try begins afresh", async () => {
    await openTry();
    const said = screen.getByText(/After 3 failures in a row, Moltis leaves a hook out for 60 seconds/);
    expect(said).toBeVisible();
    expect(said).toHaveTextContent("Each try here begins with a hook that has not failed.");
  });

  it("runs, and shows what each hook did in the order of the calls, and what all came to", async () => {
    const { user, engine } = await openTry();
    await user.click(run());
    expect(await results().findByText("It continues, changed.")).toBeVisible();
    expect(
      results()
        .getAllByRole("listitem")
        .slice(0, 3)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringContaining("Add safety flag Changed itarguments.command8 ms"),
      expect.stringContaining("Tool logger Let it pass 2 refusedWrote one line3 ms"),
      expect.stringContaining("Guard FailedEnded with status 7"),
    ]);
    const after = screen.getByRole("group", { name: "After all hooks" });
    expect(after).toHaveTextContent('removed - "command": "ls -la"');
    expect(after).toHaveTextContent('added + "command": "set -e; ls -la"');
    expect(screen.getByRole("heading", { name: "What would be said in the chat" })).toBeVisible();
    expect(wishes(engine)[0]).toMatchObject({
      key: "BeforeToolCall",
      hook: null,
      confirmed: false,
      boxed: true,
      network: false,
      scratch: false,
    });
    await expectNoAxeViolations();
  });

  it("shows what was done in the box as facts, with the file, and sends only when asked", async () => {
    const { user, engine } = await openTry();
    await user.click(run());
    expect(await screen.findByText(/secret places and the network were out of reach/)).toBeVisible();
    expect(results().getByText("2 refused")).toBeVisible();
    const deeds = screen.getByRole("heading", { name: "What Tool logger did · 4 things" }).parentElement;
    const cards = within(deeds as HTMLElement).getAllByRole("listitem");
    expect(cards[0]).toHaveTextContent("Wanted to read a private keyRefused~/.ssh/id_rsaOutside the box.");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Show ~/.moltis/memory/2026-11-22.md" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("Session of 22 November");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "Keep ~/.moltis/memory/2026-11-22.md" }));
    expect(await screen.findByText("2026-11-22.md was copied out of the box.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Send for real…" }));
    const asks = await screen.findByRole("alertdialog", { name: "Send this request to hooks.slack.com?" });
    expect(wishes(engine)).toHaveLength(1);
    await user.click(within(asks).getByRole("button", { name: "Run" }));
    await waitFor(() =>
      expect(wishes(engine).at(-1)).toMatchObject({
        hook: "moltis/managed/tool-logger",
        boxed: true,
        network: true,
        confirmed: true,
      }),
    );
  });

  it("keeps output, errors, exit code and changes a click away", async () => {
    const { user } = await openTry();
    await user.click(run());
    await user.click(await screen.findByRole("button", { name: "Details of Guard" }));
    expect(screen.getByRole("group", { name: "Errors" })).toHaveTextContent("jq: command not found");
    expect(screen.getByText("Ended with status 7")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Details of Add safety flag" }));
    expect(screen.getByRole("group", { name: "What it changed" })).toBeVisible();
    expect(screen.getByRole("group", { name: "Output" })).toHaveTextContent("set -e; ls -la");
    await expectNoAxeViolations();
  });

  it("shows the beginning of a very long output, and the rest when it is wanted", async () => {
    const { user } = await openTry({ key: "AfterToolCall" });
    await user.click(run());
    await user.click(await screen.findByRole("button", { name: "Details of Talkative" }));
    const output = screen.getByRole("group", { name: "Output" });
    expect(output).not.toHaveTextContent("line 20000 of");
    await user.click(screen.getByRole("button", { name: /Show all of it/ }));
    expect(output).toHaveTextContent("line 20000 of");
  });

  it("says who waits and who runs, and offers to cancel only after two seconds", async () => {
    const { user, engine } = await openTry({ key: "SessionStart" });
    await user.click(run());
    expect(await results().findByText("Running")).toBeVisible();
    expect(screen.getByRole("button", { name: "Running…" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    const cancel = await screen.findByRole("button", { name: "Cancel" });
    expect(cancel).toHaveFocus();
    await user.click(cancel);
    expect(engine.calls).toContain("cancelTry(1)");
    expect(await results().findByText("You ended it.")).toBeVisible();
    expect(run()).toHaveFocus();
  });

  it("tells waiting, running and done apart by their icons too", async () => {
    const { user, engine } = await openTry();
    engine.tries.start = () => ({ kind: "started", run: 7 });
    await user.click(run());
    const empty = { outcome: null, sentence: "", duration_ms: null, exit_code: null, stdout: "", stderr: "" };
    const tags = ["Done", "Running", "Waiting"];
    const rows = tags.map((tag) => ({
      ...{ ...empty, hook: tag, title: tag, emoji: null, key: "BeforeToolCall", tag },
      ...{ messages: [], diff: [], deeds: [], boxed: null, cancelled: false },
    }));
    const told = { run: 7, agent: "moltis", key: "BeforeToolCall", rows, result: null, error: null } as const;
    act(() => engine.tries.tell({ ...told, rows, answered: false, beside: null }));
    const icons = tags.map((tag) =>
      results().getByText(tag, { selector: "span" }).querySelector("svg")?.getAttribute("class"),
    );
    expect(new Set(icons).size).toBe(3);
  });

  it("names who stopped it, and who was not called for that reason", async () => {
    const { user } = await openTry({ key: "MessageSending" });
    await user.click(run());
    expect(await results().findByText("Redact secrets stopped it: The answer holds a key.")).toBeVisible();
    expect(screen.getByText("The event was stopped.")).toBeVisible();
    expect(results().getAllByText("Not called")).toHaveLength(2);
    expect(results().getAllByRole("button")).toHaveLength(1);
  });

  it("goes on when the screen is left, is told there, and is seen again", async () => {
    const { user, engine } = await openTry({ key: "SessionStart" });
    await user.click(run());
    await user.click(screen.getByRole("link", { name: "Activity" }));
    await screen.findByRole("heading", { level: 1, name: "Activity" });
    act(() => engine.tries.cancel(1));
    expect(await screen.findByText("Session starts: It continues unchanged.")).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Try it" }));
    expect(await screen.findByRole("button", { name: "Details of Slow indexer" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(screen.getByText("Nothing has run yet.")).toBeVisible();
  });

  it("asks first where something has to be read, and runs nothing on Enter alone", async () => {
    const { user, engine } = await openTry({
      key: "AfterCompaction",
      hook: "moltis/managed/off",
    });
    await user.click(run());
    const dialog = await screen.findByRole("alertdialog", { name: "Run Compaction notes?" });
    expect(dialog).toHaveTextContent("is off: trying runs it once and leaves it off.");
    await expectNoAxeViolations();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(wishes(engine)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: /In a box.*Where/ }));
    await user.click(await screen.findByRole("option", { name: /scratch workspace/ }));
    await user.click(run());
    await screen.findByRole("alertdialog", { name: "Run Compaction notes?" });
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect(await results().findByText("Ran")).toBeVisible();
    expect(wishes(engine).at(-1)).toMatchObject({
      confirmed: true,
      boxed: false,
      scratch: true,
      hook: "moltis/managed/off",
    });
    expect(screen.getByText(/your files and the network were within reach/)).toBeVisible();
  });

  it("checks the sample as it is typed, leaves Tab to the keyboard, and takes the sample again", async () => {
    const { user, view, type, engine } = await openTry();
    type('{\n  "tool": "bash"\n  "x": 1\n}');
    expect(screen.getByText("Line 3: a comma or the closing bracket is missing")).toBeVisible();
    expect(run()).toHaveAttribute("aria-disabled", "true");
    expect(run()).toHaveAccessibleDescription(/Line 3/);
    await user.click(run());
    expect(wishes(engine)).toHaveLength(0);
    act(() => view.focus());
    await user.tab();
    expect(view.hasFocus).toBe(false);
    await user.click(screen.getByRole("button", { name: "Reset to sample" }));
    expect(screen.queryByText(/Line 3/)).toBeNull();
    await user.click(run());
    expect(wishes(engine)[0].data).toContain("ls -la");
  });

  it("keeps what was typed for each moment, also when the screen is left", async () => {
    const { user, type, engine } = await openTry();
    type('{"tool": "mine"}');
    await user.click(screen.getByRole("link", { name: "Activity" }));
    await screen.findByRole("heading", { level: 1, name: "Activity" });
    await user.click(screen.getByRole("link", { name: "Try it" }));
    await screen.findByRole("textbox", { name: "Sample" });
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(wishes(engine)[0].data).toBe('{"tool": "mine"}'));
  });

  it("finds a moment by its words or its key; those that nobody hears come last and say so", async () => {
    const { user } = await openTry();
    await user.click(screen.getByRole("button", { name: /Before a tool is used.*Moment/ }));
    const groups = () => screen.getAllByRole("group").map((group) => group.getAttribute("aria-labelledby"));
    expect(groups().length).toBeGreaterThan(3);
    expect(screen.getAllByRole("option").at(-1)).toHaveTextContent("GatewayStart");
    expect(screen.getByText("No hook listens to these yet")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("searchbox", { name: "Find a moment" })).toHaveFocus());
    await user.keyboard("messagesend");
    expect(screen.getByRole("searchbox", { name: "Find a moment" })).toHaveValue("messagesend");
    expect(screen.getAllByRole("option")).toHaveLength(1);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByRole("button", { name: /Answer is about to go out.*Moment/ })).toHaveFocus();
    expect(location.hash).toBe("#/try/moltis/MessageSending");
  });

  it("helps on where no hook listens", async () => {
    const { user } = await openTry({ key: "GatewayStart" });
    expect(screen.getByRole("heading", { name: "No hook listens to this yet" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "New hook…" }));
    const title = { level: 1, name: "New hook for Moltis" };
    expect(await screen.findByRole("heading", title, { timeout: 5000 })).toBeVisible();
  });

  it("says why a hook cannot be tried", async () => {
    await openTry({ key: "BeforeToolCall", hook: "moltis/managed/torn" });
    expect(screen.getByText(/Torn cannot be tried. HOOK.md could not be read/)).toBeVisible();
    expect(run()).toHaveAccessibleDescription(/Torn cannot be tried/);
  });

  it("says why it was not started, and why it ended", async () => {
    const failure = {
      code: "not-started" as const,
      message: "No more threads.",
      hint: "Close other programs.",
    };
    const { user, engine } = await openTry(undefined, (engine) =>
      engine.failures.set("tryIt", new EngineError(failure)),
    );
    await user.click(run());
    expect(await screen.findByRole("alert")).toHaveTextContent("No more threads.");
    engine.failures.clear();
    engine.tries.error = { ...failure, message: "The worker is gone." };
    await user.click(run());
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("The worker is gone."));
  });

  it("says what went wrong when the moments cannot be read, and tries again", async () => {
    const failure = new EngineError({ code: "not-written", message: "No.", hint: null });
    const { user, engine } = openApp("/try/moltis", "full", (engine) =>
      engine.failures.set("tryMoments", failure),
    );
    await screen.findByRole("alert");
    engine.failures.clear();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("textbox", { name: "Sample" })).toBeVisible();
  });

  it("takes what is told before the answer that names the run", async () => {
    const { engine, user } = await openTry();
    const told: TryState = {
      run: 7,
      agent: "moltis",
      key: "BeforeToolCall",
      rows: [],
      result: {
        ...{
          outcome: "continue",
          sentence: "No hook that is ready listens to BeforeToolCall.",
          messages: [],
          unread: null,
          diff: [],
        },
        ...{ boxed: null, yours: "" },
      },
      answered: false,
      error: null,
      beside: null,
    };
    engine.tries.start = () => {
      engine.tries.tell(told);
      return { kind: "started", run: 7 };
    };
    await user.click(run());
    expect(await screen.findByText("No hook that is ready listens to BeforeToolCall.")).toBeVisible();
  });

  it("opens from a hook's own screen with that hook and its moment, and back leads there again", async () => {
    const { user } = await openHook("milady/managed/session-memory");
    await user.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByRole("button", { name: /Session memory.*Hooks/ })).toBeVisible();
    expect(location.hash).toBe("#/try/milady/command%3Anew/milady%2Fmanaged%2Fsession-memory");
    act(() => history.back());
    expect(await screen.findByRole("heading", { level: 1, name: "Session memory" })).toBeVisible();
  });

  it("shows beside it what another version makes of the same event, and names what differs", async () => {
    const { user, engine } = await openTry();
    await user.click(await screen.findByRole("button", { name: /Nothing.*Beside it/ }));
    await user.click(await screen.findByRole("option", { name: /Its documentation/ }));
    await user.click(run());
    const beside = within(
      (await screen.findByRole("heading", { name: "Beside it · Its documentation" }))
        .parentElement as HTMLElement,
    );
    expect(wishes(engine)[0]).toMatchObject({ beside: "documented", boxed: true });
    const rows = beside.getAllByRole("row").map((row) => row.textContent);
    expect(rows).toEqual([
      "Version 2026-08-21Its documentation",
      "GuardFailed: Ended with status 7Not called",
      "The orderAdd safety flag and Tool loggerTool logger and Add safety flag",
      "In the endChanged itLet it pass",
    ]);
    expect(beside.getByRole("heading", { name: "After all hooks · Its documentation" })).toBeVisible();
    expect(beside.getByText("The event was not changed.")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("says that another version makes the same of it, and offers none where it would run for real", async () => {
    const { user, engine } = await openTry({ key: "AfterToolCall" });
    await user.click(await screen.findByRole("button", { name: /Nothing.*Beside it/ }));
    await user.click(await screen.findByRole("option", { name: /Its documentation/ }));
    await user.click(run());
    expect(await screen.findByText(/^The same: every hook/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: /In a box.*Where/ }));
    await user.click(await screen.findByRole("option", { name: /In a box with the network/ }));
    expect(screen.queryByRole("button", { name: /Beside it/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Run$|Try again/ }));
    await waitFor(() => expect(wishes(engine).at(-1)).toMatchObject({ beside: null, network: true }));
  });

  it("is not offered where nothing can be run", async () => {
    await openHook("milady/managed/old-logger");
    expect(screen.queryByRole("button", { name: "Try it" })).toBeNull();
  });

  it("leads to hooks where no agent is", async () => {
    openApp("/try", "first-run");
    expect(await screen.findByRole("heading", { name: "No agent was found on this computer" })).toBeVisible();
    await expectNoAxeViolations();
  });
});
