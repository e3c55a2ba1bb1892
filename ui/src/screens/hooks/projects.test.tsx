import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectNoAxeViolations, openApp } from "../../test/app";

const rows = () =>
  screen
    .getAllByRole("row")
    .map((element) => element.getAttribute("aria-label") ?? `# ${element.textContent}`)
    .map((label) => label.split(",")[0]);

async function open(path: string) {
  const app = openApp(path);
  await screen.findByRole("heading", { level: 1 });
  return app;
}

describe("project folders", () => {
  it("are listed and removed, with their hooks under their folder, and nothing else moves", async () => {
    const { user } = await open("/agent/moltis");
    const group = await screen.findByRole("region", { name: "Project folders" });
    expect(within(group).getByText("No project folder is listed")).toBeVisible();
    await user.click(within(group).getByRole("button", { name: "Add a project folder…" }));
    await user.type(within(group).getByRole("textbox", { name: "Project folder" }), "~/code/site{Enter}");
    expect(await screen.findByText("In ~/code/site")).toBeVisible();
    expect(rows().slice(-2)).toEqual(["# In ~/code/site", "guard-site"]);
    await expectNoAxeViolations();
    await user.click(within(group).getByRole("button", { name: "Add a project folder…" }));
    await user.type(within(group).getByRole("textbox", { name: "Project folder" }), "~/code/site{Enter}");
    expect(await within(group).findByText("~/code/site is in the list already.")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(within(group).getByRole("button", { name: "Add a project folder…" })).toHaveFocus();
    await user.click(within(group).getByRole("button", { name: "Remove ~/code/site from the list" }));
    expect(await within(group).findByText("No project folder is listed")).toBeVisible();
    expect(screen.queryByText("In ~/code/site")).toBeNull();
  });

  it("are picked in the system's own dialog, too", async () => {
    const { user, engine } = await open("/agent/moltis");
    engine.picks = "~/code/app";
    const group = await screen.findByRole("region", { name: "Project folders" });
    await user.click(within(group).getByRole("button", { name: "Add a project folder…" }));
    await user.click(within(group).getByRole("button", { name: "Choose…" }));
    expect(await within(group).findByDisplayValue("~/code/app")).toHaveFocus();
  });

  it("are not there for an agent that no folder brings hooks to", async () => {
    await open("/agent/milady");
    expect(screen.queryByRole("region", { name: "Project folders" })).toBeNull();
  });

  it("are named on the screen of their hooks", async () => {
    const { user } = await open("/agent/moltis");
    const group = await screen.findByRole("region", { name: "Project folders" });
    await user.click(within(group).getByRole("button", { name: "Add a project folder…" }));
    await user.type(within(group).getByRole("textbox", { name: "Project folder" }), "~/code/site{Enter}");
    await user.dblClick(await screen.findByText("guard-site"));
    expect(await screen.findByText("Moltis runs it only when it is started in ~/code/site.")).toBeVisible();
  });
});
