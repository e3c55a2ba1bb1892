import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { EngineError } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./ActivityScreen";
import { asText, byDay } from "./entries";

async function openActivity(
  scenario: "full" | "empty" | "many" = "full",
  arrange?: (engine: FakeEngine) => void,
) {
  const app = openApp("/activity", scenario, arrange);
  await screen.findByRole("heading", { level: 1, name: "Activity" });
  return app;
}

const rows = () => screen.getAllByRole("time").map((time) => time.closest("li") as HTMLElement);

describe("Activity", () => {
  it("tells by day what was done, and marks what failed", async () => {
    await openActivity();
    const days = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(days).toEqual(expect.arrayContaining(["Today", "Yesterday"]));
    expect(rows()).toHaveLength(8);
    expect(rows()[1]).toHaveTextContent("Tried: Tried 3 hooks: Before a tool is used");
    expect(within(rows()[1] as HTMLElement).getByText("Failed")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("keeps the details folded", async () => {
    const { user } = await openActivity();
    expect(screen.queryByText("Guard: failed")).toBeNull();
    await user.click(screen.getAllByRole("button", { name: "Details" })[0] as HTMLElement);
    expect(screen.getByText("Guard: failed")).toBeVisible();
  });

  it("is filtered by what was done and by agent", async () => {
    const { user } = await openActivity();
    await user.click(screen.getByRole("radio", { name: "Tried 2" }));
    expect(rows()).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: /All agents/ }));
    await user.click(screen.getByRole("option", { name: "OpenClaw" }));
    expect(screen.getByText("Nothing under “Tried”")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect(rows()).toHaveLength(8);
  });

  it("takes back where that can be done, says so, and keeps the place of the keyboard", async () => {
    const { user, engine } = openApp("/agent/milady");
    await user.click(await screen.findByRole("switch", { name: "Run Boot notes" }));
    await screen.findByText("Boot notes was turned off.");
    await user.click(screen.getByRole("link", { name: "Activity" }));
    await user.click(await screen.findByRole("button", { name: "Undo: Boot notes was turned off." }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
    expect(engine.calls).toContain("undo(undo-1)");
    expect(
      within(screen.getByRole("status")).getByText("Taken back: Boot notes was turned off."),
    ).toBeVisible();
    expect(rows()[0]).toHaveTextContent("Taken back: Boot notes was turned off.");
    expect(document.activeElement).toHaveTextContent("Boot notes was turned off.");
  });

  it("says of changes that were made together that all of them are taken back", async () => {
    await openActivity("full", (engine) => {
      const [first] = engine.activity;
      if (first) Object.assign(first, { undo: "undo-9", together: 4 });
    });
    const name = "Undo all 4 that were made together: Session memory was turned on.";
    expect(await screen.findByRole("button", { name })).toHaveTextContent("Undo all 4");
  });

  it("says why something could not be taken back", async () => {
    const { user, engine } = await openActivity();
    engine.change("milady", "Welcome was turned on.", () => {});
    engine.report("milady", []);
    engine.failures.set(
      "undo",
      new EngineError({ code: "changed-meanwhile", message: "It was edited.", hint: null }),
    );
    await user.click(await screen.findByRole("button", { name: "Undo: Welcome was turned on." }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("It was edited.");
  });

  it("shows automatically what is done meanwhile", async () => {
    const { engine } = await openActivity();
    engine.change("milady", "Welcome was turned on.", () => {});
    engine.report("milady", []);
    expect(await screen.findByText("Welcome was turned on.")).toBeVisible();
  });

  it("draws a thousand entries a page at a time", async () => {
    const { user } = await openActivity("many");
    expect(rows()).toHaveLength(100);
    await user.click(screen.getByRole("button", { name: "Show 100 older" }));
    expect(rows()).toHaveLength(200);
  });

  it("is copied as a text", async () => {
    const { user } = await openActivity();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await user.click(screen.getByRole("button", { name: "Copy all" }));
    expect(write.mock.calls[0]?.[0].split("\n")[0]).toMatch(/\tMilady\tSession memory was turned on\.$/);
  });

  it("is exported to a file that the person names, and says which", async () => {
    const { user, engine } = await openActivity();
    await user.click(screen.getByRole("button", { name: "Export…" }));
    expect(await screen.findByText("The list was written to tacklebox-activity.txt.")).toBeVisible();
    expect(engine.calls).toContain("exportActivity()");
  });

  it("says nothing where the export was called off, and why where it failed", async () => {
    const { user, engine } = await openActivity();
    engine.receipts.saves = null;
    await user.click(screen.getByRole("button", { name: "Export…" }));
    await waitFor(() => expect(engine.calls).toContain("exportActivity()"));
    expect(screen.getByRole("status", { name: "Results of what you did" })).toBeEmptyDOMElement();
    engine.failures.set(
      "exportActivity",
      new EngineError({ code: "not-written", message: "The disk is full.", hint: null }),
    );
    await user.click(screen.getByRole("button", { name: "Export…" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("The disk is full.");
  });

  it("says so where nothing was done", async () => {
    await openActivity("empty");
    expect(screen.getByRole("heading", { name: "Nothing was done yet" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("says what went wrong, and tries again", async () => {
    const failure = new EngineError({ code: "not-written", message: "No.", hint: null });
    const { user, engine } = openApp("/activity", "full", (engine) =>
      engine.failures.set("activity", failure),
    );
    await screen.findByRole("heading", { name: "What was done could not be read" });
    engine.failures.clear();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("GitHub digest was installed.")).toBeVisible();
  });
});

describe("entries", () => {
  const at = (iso: string) => ({
    at: iso,
    kind: "changed" as const,
    agent: "milady" as const,
    summary: "It was turned on.",
    failed: false,
    details: ["one", "two"],
  });

  it("belong to the day of the person's own clock", () => {
    const now = new Date(2026, 10, 21, 0, 30);
    const list = [new Date(2026, 10, 21, 0, 5), new Date(2026, 10, 20, 23, 55), new Date(2026, 10, 1)];
    const days = byDay(
      list.map((date) => at(date.toISOString())),
      now,
    );
    expect(days.map(({ title }) => title).slice(0, 2)).toEqual(["Today", "Yesterday"]);
    expect(days).toHaveLength(3);
  });

  it("with a text that is not a time are shown all the same", () => {
    expect(byDay([at("soon")])[0]?.title).toBe("soon");
    expect(asText([at("soon")], () => "Milady")).toBe("soon\tMilady\tIt was turned on.\n\tone\n\ttwo\n");
  });

  it("leads to removed hooks, which come back unless something has their place", async () => {
    const { user, engine } = await openActivity();
    await user.click(screen.getByRole("button", { name: "Removed hooks" }));
    await screen.findByRole("heading", { level: 1, name: "Removed hooks" });
    expect(location.hash).toBe("#/activity/removed");
    const [first, second] = await screen.findAllByRole("listitem").then(() => rows());
    expect(first).toHaveTextContent("notes-keeper");
    expect(first).toHaveTextContent("Kept until");
    expect(second).toHaveTextContent("Something else is in its place.");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Bring notes-keeper back" }));
    await screen.findByText("notes-keeper is back where it was.");
    expect(engine.removed.map(({ name }) => name)).toEqual(["command-logger"]);
    await waitFor(() => expect(screen.queryByText("notes-keeper")).toBeNull());
  });
});
