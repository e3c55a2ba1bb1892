import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "../../routes";
import { strings } from "../../strings";
import { expectNoAxeViolations, openApp } from "../../test/app";

async function openSetUp() {
  const app = openApp(paths.get("milady"));
  await app.user.click(await screen.findByRole("button", { name: "Open a set-up…" }));
  await screen.findByRole("heading", { level: 1, name: "Open a set-up" });
  return app;
}

const box = (name: RegExp) => screen.getByRole("checkbox", { name });

describe("a set-up that was opened", () => {
  it("is shown beside this computer: what would be installed, changed and is still to be typed", async () => {
    await openSetUp();
    expect(screen.getByText("team-desk.toml")).toBeVisible();
    expect(screen.getByRole("heading", { name: "To install · 3" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "To change · 1 switch, 1 order" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Still to be typed · 1 key" })).toBeVisible();
    expect(box(/Block dangerous commands/)).toBeChecked();
    expect(screen.getByText("Then: off, order 5")).toBeVisible();
    expect(box(/Sandbox writes/)).toHaveAccessibleName(
      /Before a tool: Runs second here becomes first in the set-up/,
    );
    expect(box(/Deploy post/)).not.toBeChecked();
    expect(box(/old-notes/)).toBeDisabled();
    expect(box(/old-notes/)).not.toHaveAccessibleName(/Included with Tacklebox/);
    await expectNoAxeViolations();
  });

  it("says that nothing is left to set only where no key is still to be typed", () => {
    expect(strings.setUp.sameHint(0)).toBe("Nothing is left to install, to switch or to set.");
    expect(strings.setUp.sameHint(1)).toBe(
      "Nothing is left to install or to switch. 1 key is still to be typed.",
    );
    expect(strings.setUp.count(5, 0, 5)).toBe("5 hooks, here as in the file");
    expect(strings.setUp.count(5, 0, 2)).toBe("5 hooks, 2 of them already the same here");
  });

  it("has a gap between the parts of a row, for people who hear it", async () => {
    await openSetUp();
    expect(box(/Deploy post/)).toHaveAccessibleName(/ZeroClaw Not from Tacklebox/);
  });

  it("does what is ticked and nothing else, and counts it on the button", async () => {
    const { user, engine } = await openSetUp();
    await user.click(box(/Session memory/));
    await user.click(screen.getByRole("button", { name: "Apply 2 changes" }));
    expect(await screen.findByRole("heading", { name: "To change · 1 switch" })).toBeVisible();
    expect(engine.calls).toContain("applySetup(moltis/dcg-guard/missing, zeroclaw/sandbox-writes/order)");
    const told = screen.getByRole("status", { name: "Results of what you did" });
    expect(within(told).getByText("2 changes of the set-up were made.")).toBeVisible();
    expect(within(told).getByRole("button", { name: "Undo" })).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(engine.calls.some((call) => call.startsWith("undo("))).toBe(true));
    // It is not made again by a key, and says so.
    await waitFor(async () => {
      await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
      expect(within(told).getByText(/cannot be done again with a key/)).toBeVisible();
    });
  });

  it("leaves alone what is not in it, unless the person asks for it to be turned off", async () => {
    const { user, engine } = await openSetUp();
    expect(screen.getByText("On here and not in the file: Welcome (Milady)")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Apply 3 changes" }));
    expect(await screen.findByRole("heading", { name: "Also here · 1" })).toBeVisible();
    expect(engine.calls.join()).not.toContain("welcome");
    const others = screen.getByRole("switch", { name: "Turn off what is not in the set-up" });
    expect(others).not.toBeChecked();
    await user.click(others);
    await user.click(screen.getByRole("button", { name: "Apply 1 change" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: /Also here/ })).toBeNull());
    expect(engine.calls).toContain("applySetup(milady/welcome/other)");
  });

  it("says why something was not done", async () => {
    const { user } = await openSetUp();
    await user.click(box(/Deploy post/));
    await user.click(screen.getByRole("button", { name: "Apply 4 changes" }));
    expect(
      await screen.findByText(
        "The check has 1 serious finding: It sends your keys away (handler.ts:2). Read the files first.",
      ),
    ).toBeVisible();
  });

  it("leads to the key that is still to be typed", async () => {
    const { user } = await openSetUp();
    await user.click(screen.getByRole("button", { name: "Add key… GitHub token for GitHub digest" }));
    expect(location.hash).toBe(`#${paths.hook("milady/managed/github-digest", "setup")}`);
  });
});

it("this set-up is written into a file", async () => {
  const { user } = openApp(paths.get("milady"));
  await user.click(await screen.findByRole("button", { name: "Export my set-up…" }));
  expect(await screen.findByText(/hooks and 1 plugin are in ~\/my-setup.toml/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Not in the file · 1" })).toBeVisible();
  expect(screen.getByText(/Part of the workspace/)).toBeVisible();
  // What is in it is not said to be left out, and each reason is read once.
  expect(screen.getByRole("heading", { name: "Named in the file, without their files · 3" })).toBeVisible();
  expect(screen.getByText("tidy-up and old-notes")).toBeVisible();
  expect(screen.getAllByText(/To carry the files/)).toHaveLength(1);
});
