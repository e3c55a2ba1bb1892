import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { askedQuery, movedQuery } from "../../data/queries";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./AskAgent";
import "../hook/HookScreen";

/** Puts a hook of OpenClaw over, which is shown first. */
async function put(user: UserEvent) {
  await user.click(await screen.findByRole("switch", { name: /session-memory/ }));
  const plan = await screen.findByRole("alertdialog", { name: /and others with it/ });
  await user.click(within(plan).getByRole("button", { name: /^Turn o/ }));
}

const asks = (engine: { calls: string[] }) => engine.calls.filter((call) => call.startsWith("askAgent("));

describe("the agent's own program", () => {
  it("is asked after a question, and its answer is put beside ours", async () => {
    const { user, engine } = openApp("/agent/openclaw", "full", (engine) => {
      engine.disagrees = [{ hook: "tidy-up", ours: "on", theirs: "off" }];
    });
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    const question = await screen.findByRole("alertdialog", { name: "Ask OpenClaw?" });
    expect(within(question).getByText(/starts OpenClaw's own program/)).toBeVisible();
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(asks(engine)).toEqual(["askAgent(openclaw, null, false)"]);
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    await user.click(await screen.findByRole("button", { name: "Start it" }));
    expect(await screen.findByText(/OpenClaw 2026.9.6 says something else/)).toBeVisible();
    expect(screen.getByText(/Tacklebox “/).closest("li")).toHaveTextContent(
      "tidy-up: Tacklebox “on” · OpenClaw “off”",
    );
    await expectNoAxeViolations();
  });

  it("is offered after a change, and where it does not take that, Undo is the first button", async () => {
    const { user, engine } = openApp("/agent/openclaw");
    await put(user);
    const told = await screen.findByRole("status", { name: "Results of what you did" });
    await user.click(await within(told).findByRole("button", { name: "Ask OpenClaw" }));
    const question = await screen.findByRole("alertdialog", { name: "Ask OpenClaw?" });
    engine.disagrees = [{ hook: null, ours: "openclaw.json is taken", theirs: "openclaw.json is refused" }];
    await user.click(within(question).getByRole("button", { name: "Start it" }));
    const undo = await screen.findByRole("button", { name: /^Undo: session-memory was turned off/ });
    const copy = screen.getByRole("button", { name: /Copy/ });
    expect(undo.compareDocumentPosition(copy) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await expectNoAxeViolations();
    await user.click(undo);
    await waitFor(() => expect(screen.getByRole("switch", { name: /session-memory/ })).toBeChecked());
    // What it said was of the change: it is asked again, of what is there now.
    expect(screen.queryByText(/says something else/)).toBeNull();
    expect(screen.getByRole("button", { name: "Ask OpenClaw" }).parentElement).toHaveTextContent(
      "Ask OpenClaw whether its own program says the same.",
    );
  });

  it("is asked after each change where that is wished, and Undo is beside what it contradicts", async () => {
    const { user, engine } = openApp("/agent/openclaw", "full", (engine) => {
      engine.wishes.ask_after_change = true;
    });
    await put(user);
    const told = await screen.findByRole("status", { name: "Results of what you did" });
    await waitFor(() => expect(asks(engine)).toEqual(["askAgent(openclaw, null, false)"]));
    expect(within(told).queryByRole("button", { name: "Look at it" })).toBeNull();
    engine.disagrees = [{ hook: null, ours: "openclaw.json is taken", theirs: "openclaw.json is refused" }];
    await put(user);
    expect(await within(told).findByText(/was turned on. OpenClaw itself says something else/)).toBeVisible();
    expect(within(told).getByRole("button", { name: "Look at it" })).toBeVisible();
    await user.click(within(told).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.getByRole("switch", { name: /session-memory/ })).not.toBeChecked());
  });

  it("says nothing of what was changed after its answer", async () => {
    const { client, user } = openApp("/agent/openclaw");
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    await user.click(await screen.findByRole("button", { name: "Start it" }));
    expect(await screen.findByText(/says the same of the switches/)).toBeVisible();
    act(() => client.setQueryData(movedQuery("openclaw").queryKey, Date.now() + 60_000));
    expect(await screen.findByText(/Something has changed since then/)).toBeVisible();
    expect(screen.queryByText(/says the same of the switches/)).toBeNull();
  });

  it("says nothing of a plugin that was switched by hand after its answer", async () => {
    const { client, engine, user } = openApp("/agent/openclaw");
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    await user.click(await screen.findByRole("button", { name: "Start it" }));
    expect(await screen.findByText(/says the same of the switches/)).toBeVisible();
    // A while ago.
    act(() => {
      client.setQueryData(askedQuery("openclaw", null).queryKey, (done) =>
        done ? { ...done, answer: { ...done.answer, asked_at: "2026-11-14T09:30:00Z" } } : null,
      );
    });
    const [plugin] = engine.plugins.all;
    const turned = await screen.findByRole("switch", { name: `Turn ${plugin?.name} on or off` });
    // Something was written, and it is what it was.
    act(() => engine.report("openclaw", []));
    await waitFor(() => expect(engine.calls.filter((call) => call.startsWith("plugins(")).length).toBe(2));
    expect(screen.getByText(/says the same of the switches/)).toBeVisible();
    act(() => {
      engine.plugins.replace(plugin?.hook_id ?? "", { enabled: false, state: "off" });
      engine.report("openclaw", []);
    });
    await waitFor(() => expect(turned).not.toBeChecked());
    expect(await screen.findByText(/Something has changed since then/)).toBeVisible();
    expect(screen.queryByText(/says the same of the switches/)).toBeNull();
  });

  it("is asked about one hook on its page, and says the same", async () => {
    const { user, engine } = openApp(paths.hook("openclaw/bundled/session-memory"));
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    await user.click(await screen.findByRole("button", { name: "Start it" }));
    expect(
      await screen.findByText(/says the same of the switch, the events and the needs of session-memory/),
    ).toHaveTextContent(/Asked (\d+ seconds? ago|.*20\d\d.*)\./);
    expect(asks(engine).at(-1)).toBe("askAgent(openclaw, openclaw/bundled/session-memory, true)");
  });

  it("is not offered where it is not here, and says why it gave no answer", async () => {
    const { user, engine } = openApp("/agent/milady");
    await screen.findByRole("heading", { level: 1, name: "Milady" });
    await waitFor(() => expect(engine.calls.some((call) => call.startsWith("askable"))).toBe(true));
    expect(screen.queryByRole("button", { name: "Ask Milady" })).toBeNull();
    const failure = { code: "timed-out" as const, message: "openclaw was stopped.", hint: null };
    engine.failures.set("askAgent", new EngineError(failure));
    location.hash = "/agent/openclaw";
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    expect(await screen.findByText("openclaw was stopped.")).toBeVisible();
  });
});
