import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectNoAxeViolations, openApp } from "./test/app";

describe("the window", () => {
  it("is shown once, while its first content is made", async () => {
    const { engine } = openApp();
    await waitFor(() => expect(engine.windowShown).toBe(1));
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
    expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
    expect(engine.windowShown).toBe(1);
  });

  it("names the agents with what needs a person, and those that are not here", async () => {
    openApp();
    const sidebar = await screen.findByRole("navigation");
    const current = within(sidebar).getByRole("link", { current: "page" });
    expect(current).toHaveAccessibleName(/Milady.*3 hooks need attention/);
    expect(within(sidebar).getByRole("link", { name: /OpenClaw.*3 hooks/ })).toBeVisible();
    expect(within(sidebar).getByRole("link", { name: "Eliza" })).toBeVisible();
  });

  it("says what could not be read, what is unharmed, and tries again", async () => {
    const { user, engine } = openApp("/", "error");
    expect(await screen.findByText("Your hooks could not be read")).toBeVisible();
    expect(screen.getByText(/permission denied\. Nothing was changed\./)).toBeVisible();
    await waitFor(() => expect(engine.windowShown).toBe(1));
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Show technical text" }));
    expect(screen.getByText(/^not-written: /)).toBeVisible();
    engine.failures.clear();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
  });

  it("reads everything again with Ctrl R", async () => {
    const { user, engine } = openApp();
    await screen.findByRole("heading", { level: 1 });
    await user.keyboard("{Control>}r{/Control}");
    await waitFor(() => expect(engine.calls).toContain("refresh()"));
  });

  it("opens its sidebar as a drawer, which Esc and going somewhere close", async () => {
    const { user } = openApp();
    await user.click(await screen.findByRole("button", { name: "Show sidebar" }));
    const drawer = await screen.findByRole("dialog", { name: "Main" });
    await user.keyboard("{Escape}");
    expect(drawer).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show sidebar" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("link", { name: "Get hooks" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
