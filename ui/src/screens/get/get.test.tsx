import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { expectNoAxeViolations, openApp } from "../../test/app";

async function openGet(path = "/get", scenario: "full" | "empty" | "first-run" = "empty") {
  const app = openApp(path, scenario);
  await screen.findByRole("button", { name: /Install Welcome|Open Welcome/ });
  return app;
}

const card = (title: string) => screen.getByRole("heading", { name: title }).closest("li") as HTMLElement;

describe("Get hooks", () => {
  it("installs with one click, says so, and takes it back", async () => {
    const { user, engine } = await openGet();
    await user.click(screen.getByRole("button", { name: "Install Session memory for Milady" }));
    expect(engine.calls).toContain("installIncluded(session-memory, milady)");
    expect(await within(card("Session memory")).findByText("Installed")).toBeVisible();
    expect(within(screen.getByRole("status")).getByText("Session memory was installed.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("button", { name: "Install Session memory for Milady" })).toBeVisible();
  });

  it("goes on to Setup when something is missing, and there the hook becomes ready", async () => {
    const { user } = await openGet();
    await user.click(screen.getByRole("button", { name: "Install GitHub digest for Milady" }));
    expect(await screen.findByRole("heading", { level: 1, name: "GitHub digest" })).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("GitHub token")).toHaveFocus());
    await user.keyboard("ghp_1{Enter}");
    expect(await screen.findByText("Ready")).toBeVisible();
  });

  it("says in the card why it was not installed", async () => {
    const { user, engine } = await openGet();
    const failure = {
      code: "not-written" as const,
      message: "~/.milady is read-only.",
      hint: "Nothing was written.",
    };
    engine.failures.set("installIncluded", new EngineError(failure));
    await user.click(screen.getByRole("button", { name: "Install Welcome for Milady" }));
    expect(await within(card("Welcome")).findByRole("alert")).toHaveTextContent("~/.milady is read-only.");
  });

  it("opens what is installed", async () => {
    const { user } = await openGet("/get/milady", "full");
    await user.click(screen.getByRole("button", { name: "Open Welcome" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  });

  it("is for one agent at a time, those on this computer first", async () => {
    const { user } = await openGet("/get", "full");
    await user.click(screen.getByRole("radio", { name: "Moltis" }));
    expect(await screen.findByText("Needs jq")).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Session memory" })).toBeNull();
  });

  it("shows what this version calls first, and what the rest waits for below", async () => {
    openApp("/get/milady", "truth");
    const below = await screen.findByRole("region", { name: "Not for this version" });
    const cards = screen.getAllByRole("listitem").filter((item) => within(item).queryByRole("heading"));
    const waits = cards.map(
      (item) => within(item).queryByText(/^No Milady known, up to 2026-03-01/) !== null,
    );
    expect(waits).toContain(false);
    expect(waits.lastIndexOf(false)).toBeLessThan(waits.indexOf(true));
    expect(cards.map((item) => below.contains(item))).toEqual(waits);
    // What would come to nothing is not offered.
    expect(within(below).queryByRole("button", { name: /^Install/ })).toBeNull();
  });

  it("can be searched", async () => {
    const { user } = await openGet();
    await user.type(screen.getByRole("searchbox"), "repositories");
    expect(
      screen.getAllByRole("heading", { level: 2, name: /^(?!On|Not|Hooks$|From|Set-ups)/ }),
    ).toHaveLength(1);
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(screen.getByText("No hooks match “repositorieszzz”")).toBeVisible();
  });

  it("is searched by what a hook reads, writes and sends, too", async () => {
    const { user } = await openGet();
    await user.type(screen.getByRole("searchbox"), "api.github.com");
    expect(screen.getByRole("heading", { name: "GitHub digest" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Session memory" })).toBeNull();
  });

  it("has no axe violations", async () => {
    await openGet("/get", "full");
    await expectNoAxeViolations();
  });
});

describe("the first run", () => {
  it("leads to the hooks for Milady, which need not be there yet", async () => {
    const { user } = openApp("/", "first-run");
    expect(await screen.findByRole("heading", { level: 1, name: "Welcome to Tacklebox" })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Set hooks up for Milady" }));
    expect(await screen.findByText(/Milady is not on this computer yet\. Installing creates/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Install Welcome for Milady" }));
    const found = await screen.findByRole("heading", { name: "On this computer" });
    expect(within(found.closest("section") as HTMLElement).getByText("Milady")).toBeVisible();
  });
});
