import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeEngine } from "../backend/fake";
import { paths } from "../routes";
import { expectNoAxeViolations, openApp } from "../test/app";
import "../screens/help/HelpScreen";
import "./Tour";

const firstStart = (engine: FakeEngine) => {
  engine.wishes.tour_seen = false;
};
const next = () => screen.getByRole("button", { name: "Next" });
const pointedAt = () => document.querySelector("[data-tour]");

describe("the tour", () => {
  it("comes with the first start, beside what it speaks of, and is not repeated", async () => {
    const { user, engine } = openApp("/", "full", firstStart);
    const panel = await screen.findByRole("dialog", { name: "Your agents" });
    expect(panel).toHaveTextContent("1 of 5");
    expect(panel).toHaveAccessibleDescription(/^Tacklebox found them on this computer/);
    expect(next()).toHaveFocus();
    expect(pointedAt()).toHaveTextContent("Milady");
    await expectNoAxeViolations();
    await user.keyboard("{Enter}");
    expect(panel).toHaveAccessibleName("Each hook says how it is");
    expect(pointedAt()).toHaveAttribute("role", "row");
    await user.keyboard("{ArrowRight}");
    expect(panel).toHaveAccessibleName("Get hooks");
    expect(pointedAt()).toHaveTextContent("Get hooks");
    await user.keyboard("{ArrowLeft}");
    expect(panel).toHaveAccessibleName("Each hook says how it is");
    await user.click(next());
    await user.click(next());
    await user.click(next());
    expect(panel).toHaveAccessibleName("Settings and help");
    expect(screen.queryByRole("button", { name: "Skip the tour" })).toBeNull();
    expect(engine.wishes.tour_seen).toBe(false);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(engine.wishes.tour_seen).toBe(true));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(pointedAt()).toBeNull();
  });

  it("is skipped with Esc or its button, and stays where somebody clicks beside it", async () => {
    const { user, engine } = openApp("/", "full", firstStart);
    const panel = await screen.findByRole("dialog", { name: "Your agents" });
    await user.click(document.body);
    expect(panel).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(engine.wishes.tour_seen).toBe(true));
  });

  it("comes back from Help", async () => {
    const { user } = openApp(paths.help());
    await user.click(await screen.findByRole("button", { name: "Show the tour again" }));
    const panel = await screen.findByRole("dialog", { name: "Your agents" });
    await user.click(screen.getByRole("button", { name: "Skip the tour" }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
  });

  it("is not over Welcome, which has its own first step", async () => {
    openApp("/", "first-run", firstStart);
    await screen.findByRole("heading", { level: 1, name: "Welcome to Tacklebox" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
