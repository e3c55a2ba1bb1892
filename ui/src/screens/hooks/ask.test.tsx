import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./AskAgent";
import "../hook/HookScreen";

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

  it("is asked about one hook on its page, and says the same", async () => {
    const { user, engine } = openApp(paths.hook("openclaw/bundled/session-memory"));
    await user.click(await screen.findByRole("button", { name: "Ask OpenClaw" }));
    await user.click(await screen.findByRole("button", { name: "Start it" }));
    expect(
      await screen.findByText(/says the same of the switch, the events and the needs of session-memory/),
    ).toBeVisible();
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
