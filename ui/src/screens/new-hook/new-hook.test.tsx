import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./NewHookSheet";

async function openSheet(path = "/agent/milady", agent = "Milady") {
  const app = openApp(path);
  await app.user.click(await screen.findByRole("button", { name: "New hook…" }));
  const sheet = within(await screen.findByRole("dialog", { name: `New hook for ${agent}` }));
  const name = await sheet.findByRole("textbox", { name: "Name" });
  return { ...app, sheet, name };
}

describe("a new hook", () => {
  it("is made from a name and a moment, its own screen and folder open, and it can be taken back", async () => {
    const { user, engine, sheet, name } = await openSheet();
    expect(name).toHaveFocus();
    await expectNoAxeViolations();
    await user.type(name, "tidy-up");
    expect(sheet.getByText("It is put into ~/.milady/hooks/tidy-up and is on at once.")).toBeVisible();
    await user.click(sheet.getByRole("button", { name: "Create" }));
    expect(await screen.findByRole("heading", { level: 1, name: "tidy-up" })).toBeVisible();
    expect(engine.calls).toContain("createHook(milady, tidy-up, session:start, module)");
    expect(engine.opened).toEqual(["milady/managed/tidy-up"]);
    expect(within(screen.getByRole("status")).getByText("tidy-up was created.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(engine.hooks.some((hook) => hook.id === "milady/managed/tidy-up")).toBe(false),
    );
  });

  it("checks the name as it is typed", async () => {
    const { user, engine, sheet, name } = await openSheet();
    await user.type(name, "!?");
    expect(name).toBeInvalid();
    expect(sheet.getByText(/at least one letter or digit/)).toBeVisible();
    await user.keyboard("{Enter}");
    await user.clear(name);
    await user.type(name, `${"a".repeat(65)}`);
    expect(sheet.getByText("A name has at most 64 characters.")).toBeVisible();
    expect(engine.calls.some((call) => call.startsWith("createHook"))).toBe(false);
  });

  it("makes a name of what is typed", async () => {
    const { user, engine, sheet, name } = await openSheet();
    await user.type(name, "Tidy up");
    expect(name).not.toBeInvalid();
    expect(sheet.getByText("It is put into ~/.milady/hooks/tidy-up and is on at once.")).toBeVisible();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(engine.calls).toContain("createHook(milady, tidy-up, session:start, module)"));
  });

  it("says what the engine has against it", async () => {
    const { user, sheet, name } = await openSheet();
    await user.type(name, "welcome{Enter}");
    expect(await sheet.findByRole("alert")).toHaveTextContent("a hook named welcome already");
    await user.type(name, "-2");
    expect(sheet.queryByRole("alert")).toBeNull();
  });

  it("is not a failure where the folder cannot be opened", async () => {
    const { user, engine, name } = await openSheet();
    engine.failures.set("openFolder", new EngineError({ code: "not-opened", message: "No.", hint: null }));
    await user.type(name, "tidy-up{Enter}");
    expect(
      await screen.findByText("tidy-up was created. Its folder could not be opened here."),
    ).toBeVisible();
  });

  it("offers what an agent has: other moments, and a choice of what runs", async () => {
    const { user, engine, sheet, name } = await openSheet("/get/zeroclaw", "ZeroClaw");
    await user.type(name, "quiet");
    await user.click(sheet.getByRole("button", { name: /Session starts.*When it runs/ }));
    await user.type(await screen.findByRole("searchbox", { name: "Find a moment" }), "tool");
    await user.keyboard("{ArrowDown}{Enter}");
    await user.click(sheet.getByRole("radio", { name: "Calls a web address" }));
    await user.click(sheet.getByRole("button", { name: "Create" }));
    await waitFor(() =>
      expect(engine.calls).toContain("createHook(zeroclaw, quiet, before_tool_call, http)"),
    );
  });

  it("closes without a trace, and the focus is where it was", async () => {
    const { user, engine } = await openSheet();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByRole("button", { name: "New hook…" })).toHaveFocus());
    expect(engine.calls.some((call) => call.startsWith("createHook"))).toBe(false);
  });
});
