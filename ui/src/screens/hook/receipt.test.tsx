import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError, type Finding } from "../../backend";
import { LOGGER, MEMORY, WELCOME } from "../../backend/fake-receipts";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp, openHook } from "../../test/app";
// Before the clock runs: the screen is loaded when it is opened.
import "./HookScreen";

const failure = (message: string) => new EngineError({ code: "refused", message, hint: null });
const changed = () => screen.getByRole("region", { name: "Changed since it was installed" });
const fact = (title: string) => screen.getByText(title, { selector: "dt" }).nextElementSibling;

describe("the receipt", () => {
  it("says from where, which version and when, and the hashes when they are wanted", async () => {
    const { user } = await openHook(LOGGER);
    expect(fact("From")).toHaveTextContent("npm:@ana/command-logger@1.2.0");
    expect(fact("Version")).toHaveTextContent("1.2.0");
    expect(fact("Installed")).toHaveTextContent(/Nov 12, 2026/);
    const hash = screen.getByText(/^09?f2c1f0e/);
    expect(hash).not.toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show SHA-256" }));
    expect(hash).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Hide SHA-256" }));
    expect(hash).not.toBeVisible();
  });

  it("names what ships with the app so, and says that nothing was changed", async () => {
    await openHook(MEMORY);
    expect(fact("From")).toHaveTextContent("Included with Tacklebox");
    expect(fact("Files")).toHaveTextContent("unchanged since installed");
    expect(screen.queryByRole("region", { name: "Changed since it was installed" })).toBeNull();
    expect(screen.queryByText("Changed")).toBeNull();
  });
});

describe("the notes of the safety check", () => {
  const NOTE: Finding = {
    rule: "reads",
    severity: "low",
    file: "handler.ts",
    line: 4,
    excerpt: "process.env.HOME",
    why: "Reads the variable HOME.",
    language: "typescript",
  };

  it("are folded to their number for a hook of ours, as it came", async () => {
    const worse = { ...NOTE, severity: "medium" as const, why: "Connects to the internet." };
    const { user } = await openHook(MEMORY, "full", (engine) => {
      engine.found.set(MEMORY, [NOTE, { ...NOTE, line: 9 }, worse]);
    });
    expect(screen.getByText("Connects to the internet.")).toBeVisible();
    expect(screen.queryByText("Reads the variable HOME.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "2 notes" }));
    expect(screen.getAllByText("Reads the variable HOME.")).toHaveLength(2);
    await expectNoAxeViolations();
  });

  it("are read at once where the hook is from elsewhere", async () => {
    await openHook(LOGGER, "full", (engine) => engine.found.set(LOGGER, [NOTE]));
    expect(screen.getByText("Reads the variable HOME.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "1 note" })).toBeNull();
  });
});

describe("changed since it was installed", () => {
  it("shows what became of each file, its diff a click away, or why there is none", async () => {
    const { user } = await openHook(LOGGER);
    expect(screen.getByText("Changed")).toBeVisible();
    expect(changed()).toHaveTextContent("3 files are not as installed.");
    await user.click(await within(changed()).findByRole("button", { name: "handler.ts Edited" }));
    const diff = within(changed()).getByRole("group", { name: "Changes in handler.ts" });
    expect(diff).toHaveTextContent('added + await fetch("https://logs.example.net/in"');
    expect(within(changed()).getByRole("button", { name: "notes.md Added" })).toBeVisible();
    expect(within(changed()).queryByRole("button", { name: /icon.png/ })).toBeNull();
    expect(changed()).toHaveTextContent("icon.png DeletedIt is not text.");
    await expectNoAxeViolations();
  });

  it("is approved at once, and that is taken back", async () => {
    const { user, engine } = await openHook(LOGGER);
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("The changes were approved.")).toBeVisible();
    expect(engine.calls).toContain(`approveChanges(${LOGGER})`);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Approve" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("button", { name: "Approve" })).toBeVisible();
  });

  it("is put back after what happens was shown, and that is taken back", async () => {
    const { user, engine } = await openHook(LOGGER);
    await user.click(screen.getByRole("button", { name: "Put back…" }));
    const dialog = await screen.findByRole("alertdialog", {
      name: "Put Command logger back as it was installed?",
    });
    expect(dialog).toHaveTextContent("handler.ts is written as it was installed.");
    expect(engine.calls).not.toContain(`putBack(${LOGGER}, true)`);
    await user.click(within(dialog).getByRole("button", { name: "Put back" }));
    expect(await screen.findByText("Command logger is as it was installed again.")).toBeVisible();
    expect(engine.calls).toContain(`putBack(${LOGGER}, true)`);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("button", { name: "Put back…" })).toBeVisible();
  });

  it("says why it cannot be put back, and shows the change of a single file at once", async () => {
    await openHook(WELCOME);
    expect(screen.queryByRole("button", { name: "Put back…" })).toBeNull();
    expect(screen.getByText(/it cannot be put back: install the hook again/)).toBeVisible();
    expect(await screen.findByRole("group", { name: "Changes in handler.ts" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("says what went wrong where the files cannot be compared, and tries again", async () => {
    const { user, engine } = await openHook(LOGGER, "full", (engine) =>
      engine.failures.set("changedFiles", failure("handler.ts may not be read.")),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("handler.ts may not be read.");
    engine.failures.clear();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "handler.ts Edited" })).toBeVisible();
  });

  it("says why it was not approved", async () => {
    const { user } = await openHook(LOGGER, "full", (engine) =>
      engine.failures.set("approveChanges", failure("It was changed again.")),
    );
    await user.click(screen.getByRole("button", { name: "Approve" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("It was changed again.");
  });
});

describe("an update", () => {
  it("is told where it is known, and leads to its review", async () => {
    const { user, engine } = await openHook(WELCOME);
    expect(await screen.findByText("Update available.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Update…" }));
    await waitFor(() => expect(location.hash).toMatch(/^#\/review\/./));
    expect(engine.calls).toContain(`lookForUpdate(${WELCOME})`);
  });

  it("is looked for from the menu", async () => {
    const { user } = await openHook(LOGGER);
    expect(screen.queryByText("Update available.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Update…" }));
    await waitFor(() => expect(location.hash).toMatch(/^#\/review\/./));
  });

  it("is not offered for what was not installed from here, and says why none could be looked for", async () => {
    const { user, engine } = await openHook("milady/workspace/voice-notes");
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.queryByRole("menuitem", { name: "Update…" })).toBeNull();
    await user.keyboard("{Escape}");
    engine.failures.set("lookForUpdate", failure("Its folder is gone."));
    location.hash = paths.hook(LOGGER);
    await screen.findByRole("heading", { level: 1, name: "Command logger" });
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Update…" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Its folder is gone.");
  });
});

describe("removing", () => {
  async function openRemove(arrange?: Parameters<typeof openHook>[2]) {
    const app = await openHook(MEMORY, "full", arrange);
    await app.user.click(screen.getByRole("button", { name: "More" }));
    await app.user.click(screen.getByRole("menuitem", { name: "Remove…" }));
    return { ...app, dialog: await screen.findByRole("alertdialog", { name: "Remove Session memory?" }) };
  }

  it("says what stays, and takes the settings along where that is wished", async () => {
    const { user, engine, dialog } = await openRemove();
    expect(dialog).toHaveTextContent("Its settings in milady.json stay.");
    await expectNoAxeViolations();
    await user.click(within(dialog).getByRole("checkbox", { name: /Also remove its settings/ }));
    expect(dialog).not.toHaveTextContent("Its settings in milady.json stay.");
    expect(dialog).toHaveTextContent("Its settings in milady.json are taken out");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Session memory was removed.")).toBeVisible();
    expect(engine.calls).toContain(`remove(${MEMORY}, true)`);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("row", { name: /Session memory/ })).toBeVisible();
  });

  it("does not offer it where there is nothing, or it cannot be done", async () => {
    const { dialog, user } = await openRemove((engine) => {
      const plan = { title: "Remove Session memory?", steps: [], files: [], also: [], stays: [] };
      const commands = engine.receipts.commands();
      engine.receipts.commands = () => ({ ...commands, planRemove: async () => plan });
    });
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
  });

  it("says in the dialog why it was not done", async () => {
    const { user, dialog } = await openRemove((engine) =>
      engine.failures.set("remove", failure("Something is in the way.")),
    );
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("Something is in the way.");
  });
});

describe("the last try", () => {
  it("is told with its outcome and time, and leads back to it", async () => {
    const { user } = await openHook(MEMORY);
    await waitFor(() =>
      expect(fact("Last tried here")).toHaveTextContent(/^Let it pass · You type \/new · /),
    );
    await user.click(screen.getByRole("button", { name: "Try it again" }));
    await waitFor(() =>
      expect(location.hash).toBe("#/try/milady/command%3Anew/milady%2Fmanaged%2Fsession-memory"),
    );
  });

  it("is left out where there was none", async () => {
    const { engine } = openApp(paths.hook(LOGGER));
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(engine.calls).toContain("activity()"));
    expect(screen.queryByText("Last tried here")).toBeNull();
  });
});
