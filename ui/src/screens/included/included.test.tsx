import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "../get/GetScreen";
import "./IncludedScreen";

describe("an included hook's page", () => {
  it("opens from its card, tells what it does, and installs it", async () => {
    const { user, engine } = openApp("/get/eliza");
    await user.click(await screen.findByRole("button", { name: "Welcome" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "What it does for Eliza" })).toBeVisible();
    expect(screen.getByText("The module handler.ts")).toBeVisible();
    const touches = within(screen.getByRole("region", { name: "What it reads, writes and sends" }));
    expect(touches.getAllByRole("term").map((term) => term.textContent)).toEqual([
      "Reads",
      "Writes",
      "Sends",
    ]);
    const said = touches.getAllByRole("definition").map((one) => one.textContent);
    expect(said).toEqual(["The file notes.md.", "Nothing.", "Nothing to another computer."]);
    expect(screen.queryByText("Writes:")).toBeNull();
    expect(screen.getByText("Licence:")).toBeVisible();
    const picture = screen.getByRole("img", { name: "Welcome, drawn" });
    expect(picture).toHaveAttribute("src", expect.stringMatching(/^data:image\/svg\+xml,/));
    // Else a screen reader is told of it twice.
    expect(decodeURIComponent(picture.getAttribute("src") ?? "")).toContain(
      '<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg"><g role="none"/></svg>',
    );
    expect(screen.queryByText(/Picture/)).toBeNull();
    expect(engine.calls.join()).not.toContain("installIncluded");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Install Welcome for Eliza" }));
    expect(await screen.findByText("Welcome was installed.")).toBeVisible();
    expect(location.hash).toContain(paths.hook("eliza/managed/welcome"));
  });

  it("offers nothing and shows no picture of it where it would come to nothing", async () => {
    openApp(paths.included("milady", "welcome"), "truth");
    expect(await screen.findByText(/^No Milady known, up to 2026-03-01/)).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "What it would do for Milady" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Install/ })).toBeNull();
    expect(screen.queryByRole("img", { name: "Welcome, drawn" })).toBeNull();
  });

  it("folds its notes to their number", async () => {
    const { user } = openApp(paths.included("eliza", "welcome"), "full", (engine) => {
      const found = { rule: "reads", file: "handler.ts", line: 4, excerpt: "", language: "typescript" };
      engine.found.set("eliza/managed/welcome", [{ ...found, severity: "low", why: "Reads HOME." }]);
    });
    await user.click(await screen.findByRole("button", { name: "1 note" }));
    expect(screen.getByText("Reads HOME.")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("leads to the hook where it is installed, and says where there is none", async () => {
    const { user } = openApp(paths.included("milady", "welcome"));
    await user.click(await screen.findByRole("button", { name: "Open" }));
    expect(location.hash).toBe(`#${paths.hook("milady/managed/welcome")}`);
    location.hash = paths.included("milady", "nothing");
    expect(await screen.findByText("No such hook comes with Tacklebox for this agent")).toBeVisible();
  });
});
