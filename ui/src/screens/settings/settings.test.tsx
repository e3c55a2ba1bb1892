import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError, type EntryItem } from "../../backend";
import type { FakeEngine, Scenario } from "../../backend/fake";
import { strings } from "../../strings";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Before the clock runs: the screen loads it when it is opened.
import "./SettingsScreen";

async function open(page: string, scenario: Scenario = "full", arrange?: (engine: FakeEngine) => void) {
  const app = openApp(`/settings/${page}`, scenario, arrange);
  await screen.findByRole("heading", { level: 1, name: "Settings" });
  await screen.findAllByRole("heading", { level: 2 });
  return app;
}

const group = (name: string) => screen.getByRole("region", { name });
const button = (name: string) => screen.getByRole("button", { name });

describe("an agent's settings", () => {
  it("open from the sidebar and with Ctrl and a comma, one page an agent", async () => {
    const { user } = openApp();
    await user.click(await screen.findByRole("link", { name: "Settings" }));
    expect(await screen.findByRole("radio", { name: "Milady" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "Moltis" }));
    expect(await screen.findByText("Hooks in the config")).toBeVisible();
    expect(location.hash).toBe("#/settings/moltis");
    await user.click(screen.getByRole("link", { name: /Milady/ }));
    await user.keyboard("{Control>},{/Control}");
    expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });

  it("switch at once, with a way back", async () => {
    const { user } = await open("milady");
    const load = () => screen.getByRole("switch", { name: "Load hooks" });
    expect(load()).toBeChecked();
    await user.click(load());
    await waitFor(() => expect(load()).not.toBeChecked());
    await user.click(button("Undo"));
    await waitFor(() => expect(load()).toBeChecked());
    await expectNoAxeViolations();
  });

  it("take a folder that is typed or picked, and clear it again", async () => {
    const { user, engine } = await open("milady");
    await user.click(button("Change Workspace"));
    const field = screen.getByRole("textbox", { name: "Workspace" });
    expect(field).toHaveFocus();
    expect(field).toHaveValue("~/work");
    await user.click(button("Choose…"));
    await waitFor(() => expect(field).toHaveValue("~/.milady/picked"));
    await user.click(button("Save"));
    expect(await within(group("Folders")).findByText("~/.milady/picked")).toBeVisible();
    expect(engine.calls).toContain("setField(milady, workspace, ~/.milady/picked, false)");
    await user.click(button("Clear Workspace"));
    expect(await within(group("Folders")).findByText("~/.milady/workspace")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clear Workspace" })).toBeNull();
    await user.click(button("Change Workspace"));
    await user.keyboard("{Escape}");
    expect(button("Change Workspace")).toHaveFocus();
  });

  it("say beside the field what is wrong, and keep what was typed", async () => {
    const { user, engine } = await open("milady");
    const message = "Milady takes hooks only from folders under ~/.milady.";
    engine.failures.set("addFolder", new EngineError({ code: "refused", message, hint: null }));
    await user.click(button("Add a folder…"));
    await user.type(screen.getByRole("textbox", { name: "Folder" }), "/srv{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByRole("textbox", { name: "Folder" })).toHaveValue("/srv");
    engine.failures.clear();
    await user.click(button("Save"));
    expect(await within(group("Extra folders")).findByText("/srv")).toBeVisible();
    await user.click(button("Remove /srv"));
    await waitFor(() => expect(screen.queryByText("/srv")).toBeNull());
    expect(within(group("Extra folders")).getByText("From an included file")).toBeVisible();
  });

  it("ask first where other hooks would be switched along", async () => {
    const { user } = await open("openclaw");
    await user.click(button("Add a folder…"));
    await user.type(screen.getByRole("textbox", { name: "Folder" }), "~/x{Enter}");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("session-memory");
    await user.click(within(dialog).getByRole("button", { name: "Apply" }));
    expect(await within(group("Extra folders")).findByText("~/x")).toBeVisible();
  });

  it("are shown and not edited while the config does not parse", async () => {
    await open("milady", "trouble");
    expect(screen.getByText(/Line 12, column 3: A comma is missing/)).toBeVisible();
    expect(screen.queryByRole("switch", { name: "Load hooks" })).toBeNull();
    for (const name of ["Change Workspace", "Add a folder…", "Add a handler…"])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Edit as text…" })).toHaveLength(2);
    await expectNoAxeViolations();
  });

  it("follow the disk without losing what is typed", async () => {
    const { user, engine } = await open("milady");
    await user.click(button("Change Workspace"));
    const field = screen.getByRole("textbox", { name: "Workspace" });
    await user.clear(field);
    await user.type(field, "~/half");
    const view = engine.settingsOf("milady");
    engine.settings.set("milady", { ...view, folders: view.folders && { ...view.folders, items: [] } });
    act(() => engine.report("milady", []));
    expect(await screen.findByText("No extra folders")).toBeVisible();
    expect(field).toHaveValue("~/half");
    expect(field).toHaveFocus();
  });
});

describe("lists of a config", () => {
  it("take a new hook as a sentence", async () => {
    const { user, engine } = await open("moltis");
    await user.click(button("Add a hook…"));
    expect(await screen.findByRole("heading", { name: "New hook for Moltis" })).toBeVisible();
    await user.type(screen.getByLabelText("Name"), "Notify");
    expect(
      await screen.findByText("In ~/.config/moltis/moltis.toml, without a folder of its own"),
    ).toBeVisible();
    expect(screen.queryByText("Start from")).toBeNull();
    await user.type(screen.getByLabelText("Command"), "./notify.sh");
    await expectNoAxeViolations();
    await user.click(button("Save draft"));
    await waitFor(() => expect(engine.sentences).toHaveLength(1));
    expect(engine.sentences[0]).toMatchObject({ name: "notify", entry: true, command: "./notify.sh" });
  });

  it("show no value of a variable again", async () => {
    const { user } = await open("moltis");
    await user.click(button("Edit audit-log"));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Time limit"), "soon");
    expect(within(dialog).getByText("Time limit must be a whole number.")).toBeVisible();
    await user.clear(within(dialog).getByLabelText("Time limit"));
    await user.click(within(dialog).getByRole("button", { name: "Add a variable" }));
    await user.type(within(dialog).getByLabelText("Name of variable 2"), "TOKEN");
    await user.type(within(dialog).getByLabelText("Value of TOKEN"), "secret");
    await expectNoAxeViolations();
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(button("Edit audit-log"));
    expect(await screen.findByLabelText("Value of TOKEN")).toHaveValue("");
    await user.keyboard("{Escape}");
    await user.click(button("Remove audit-log"));
    await waitFor(() => expect(screen.queryByText("audit-log")).toBeNull());
  });

  it("rename a hook, and leave the rest as it is", async () => {
    const { user, engine } = await open("moltis");
    const view = engine.settingsOf("moltis");
    const hooks = (items: EntryItem[]) =>
      items.map((item) => ({ ...item, hook: `moltis/config/${item.title}` }));
    const lists = view.lists.map((list) => ({ ...list, items: hooks(list.items) }));
    engine.settings.set("moltis", { ...view, lists });
    act(() => engine.report("moltis", []));
    await user.click(await screen.findByRole("button", { name: "Rename audit-log" }));
    const dialog = await screen.findByRole("dialog", { name: "Rename audit-log" });
    expect(within(dialog).getAllByRole("textbox")).toHaveLength(1);
    const name = within(dialog).getByLabelText("Name");
    await user.clear(name);
    await user.type(name, "audit");
    await expectNoAxeViolations();
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const saved = engine.settingsOf("moltis").lists.flatMap(({ items }) => items);
    expect(saved).toMatchObject([{ entry: { name: "audit", command: "./hooks/audit.sh", timeout: 5 } }]);
  });

  it("say of a new handler that it goes on only where hooks are on", async () => {
    const { user } = await open("milady", "full", (engine) => {
      engine.agent("milady").hooks_on = false;
    });
    await user.click(button("Add a handler…"));
    expect(await screen.findByRole("dialog")).not.toHaveTextContent("from the next start");
  });

  it("offer the events, and take another that is typed", async () => {
    const { user, engine } = await open("milady");
    await user.click(button("Add a handler…"));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("It is on from the next start of Milady, and was not tried.Cancel");
    await user.click(within(dialog).getByRole("button", { name: "Choose…" }));
    await user.click(await screen.findByRole("menuitem", { name: /session:start/ }));
    expect(within(dialog).getByRole("textbox", { name: "When" })).toHaveValue("session:start");
    await user.type(within(dialog).getByLabelText("Module"), "~/.milady/hooks/a.ts");
    const message = "Its module ~/.milady/hooks/a.ts is not there.";
    engine.failures.set("saveEntry", new EngineError({ code: "refused", message, hint: null }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(message);
    engine.failures.clear();
    await user.keyboard("{Escape}");
    expect(dialog).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(group("Handlers in the config")).findByText("session:start")).toBeVisible();
  });
});

describe("context files", () => {
  it("are listed with the agent's hooks, and start from an example", async () => {
    const { user, engine } = openApp("/agent/moltis");
    await user.click(await screen.findByRole("button", { name: "Edit TOOLS.md" }));
    await user.click(await screen.findByRole("button", { name: "Start from an example" }));
    await user.type(screen.getByRole("textbox", { name: "Text" }), "more");
    await user.click(button("Save"));
    await waitFor(() => expect(engine.contexts.get("TOOLS.md")).toBe("# TOOLS.md\n\n- \nmore"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("lose neither text when another program wrote meanwhile", async () => {
    const { user, engine } = await open("moltis");
    await user.click(button("Edit BOOT.md"));
    const text = await screen.findByRole("textbox", { name: "Text" });
    await user.type(text, "mine");
    engine.contexts.set("BOOT.md", "theirs");
    await user.click(button("Save"));
    expect(await screen.findByRole("alert")).toHaveTextContent("was changed by another program");
    expect(text).toHaveValue("- Check the mail.\nmine");
    await expectNoAxeViolations();
    await user.click(button("Save mine over it"));
    await waitFor(() => expect(engine.contexts.get("BOOT.md")).toBe("- Check the mail.\nmine"));
  });
});

describe("Tacklebox's own page", () => {
  it("keeps the appearance that is chosen", async () => {
    const { user } = await open("tacklebox");
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    expect(document.documentElement.style.colorScheme).toBe("dark");
    expect(localStorage.getItem("appearance")).toBe("dark");
    await user.click(screen.getByRole("radio", { name: "Follow the system" }));
    expect(document.documentElement.style.colorScheme).toBe("");
    expect(localStorage.getItem("appearance")).toBeNull();
    await expectNoAxeViolations();
  });

  it("turns changed hooks off that do something serious, unless a person does not want that", async () => {
    const { user, engine } = await open("tacklebox");
    const guard = await screen.findByRole("switch", {
      name: "Turn off changed hooks that do something serious",
    });
    expect(guard).toBeChecked();
    await user.click(guard);
    await waitFor(() => expect(guard).not.toBeChecked());
    expect(engine.guard).toBe(false);
    expect(screen.getByText(/^The copies for Undo take 1 MB\./)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("lets the desktop be told only of what somebody agreed to, one by one", async () => {
    const { user, engine } = await open("tacklebox");
    const named = (name: string) => screen.findByRole("switch", { name });
    for (const name of ["A hook changed", "An installation ended", "A try ended"])
      expect(await named(name)).not.toBeChecked();
    await user.click(await named("A try ended"));
    await waitFor(() =>
      expect(engine.wishes.notices).toEqual({ changed: false, installed: false, tried: true }),
    );
    expect(engine.wishes.tour_seen).toBe(true);
    await user.click(await named("A hook changed"));
    await waitFor(() => expect(engine.wishes.notices.changed).toBe(true));
    await user.click(await named("A try ended"));
    await waitFor(() => expect(engine.wishes.notices.tried).toBe(false));
    expect(engine.wishes.notices.changed).toBe(true);
    await expectNoAxeViolations();
  });

  it("goes on in the background and starts with the login only where somebody wants that", async () => {
    const { user, engine } = await open("tacklebox");
    const named = (name: string) => screen.findByRole("switch", { name });
    const keep = await named("Keep running in the background");
    const atLogin = await named("Start when I log in");
    expect(keep).not.toBeChecked();
    expect(atLogin).not.toBeChecked();
    await user.click(keep);
    await waitFor(() => expect(keep).toBeChecked());
    expect(engine.wishes).toMatchObject({ tour_seen: true, background: true });
    await user.click(atLogin);
    await waitFor(() => expect(atLogin).toBeChecked());
    expect(engine.atLogin).toBe(true);
    await expectNoAxeViolations();
  });

  it("does not go on in the background where its icon would be nowhere to be seen", async () => {
    const { user, engine } = await open("tacklebox", "full", (engine) => {
      engine.noTray = "This desktop shows no icons.";
    });
    const keep = await screen.findByRole("switch", { name: "Keep running in the background" });
    await user.click(keep);
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("This desktop shows no icons.");
    expect(engine.wishes.background).toBe(false);
    await user.keyboard("{Escape}");
    expect(keep).not.toBeChecked();
  });

  it("says so where the icon is gone later", async () => {
    await open("tacklebox", "full", (engine) => {
      engine.wishes.background = true;
      engine.noTray = "The desktop shows no icon at the moment.";
    });
    expect(await screen.findByText("The desktop shows no icon at the moment.")).toBeVisible();
  });

  it("removes its own data only after it said what stays", async () => {
    const { user, engine } = await open("tacklebox");
    await user.click(await screen.findByRole("button", { name: "Remove…" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("Every hook stays where it is and keeps working.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(engine.ownDataExists).toBe(true);
    await user.click(button("Remove…"));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Nothing is kept yet.")).toBeVisible();
  });
});

describe("about Tacklebox", () => {
  it("asks nobody for a new version until an address is set and was read", async () => {
    const { user, engine } = await open("tacklebox", "full", (engine) => {
      const url = "https://example.com/get";
      engine.newVersion = { kind: "newer", sentence: "Tacklebox 0.2.0 is there.", url, notes: "Faster." };
    });
    expect(await screen.findByText(/^No address is set, so nobody is ever asked/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Look for a new version" })).toBeNull();
    await user.click(button("Set an address…"));
    await user.keyboard("http://example.com{Enter}");
    expect(await screen.findByText("It is not https.")).toBeVisible();
    const field = screen.getByRole("textbox", { name: "Address for new versions" });
    await user.clear(field);
    await user.type(field, "https://example.com/tacklebox.json{Enter}");
    await user.click(await screen.findByRole("button", { name: "Look for a new version" }));
    const question = await screen.findByRole("alertdialog", { name: "Look for a new version?" });
    expect(question).toHaveTextContent("This asks https://example.com/tacklebox.json once.");
    expect(engine.calls).not.toContain("lookForVersion(true)");
    await user.click(within(question).getByRole("button", { name: "Ask" }));
    expect(await screen.findByText("Tacklebox 0.2.0 is there.")).toBeVisible();
    expect(screen.getByText("Faster.")).toBeVisible();
    await user.click(button("Open the page"));
    expect(await screen.findByText("https://example.com/get")).toBeVisible();
    await user.click(button("Open"));
    expect(engine.opened).toEqual(["https://example.com/get"]);
    await expectNoAxeViolations();
  });

  it("says the version, the licences and where things are, and opens the log", async () => {
    const { user, engine } = openApp("/settings/tacklebox");
    expect(await screen.findByText("Tacklebox 0.1.0")).toBeVisible();
    expect(screen.getByText("~/.local/share/app.tacklebox/logs")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Licences" }));
    expect(screen.getByText(/each part under one of these licences: MIT and Apache-2.0/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Open the list of all parts" }));
    await user.click(screen.getByRole("button", { name: "Open the log" }));
    expect(engine.opened).toEqual(["third-party", "log"]);
    await expectNoAxeViolations();
  });

  it("says where the log is, where no program opens it", async () => {
    const { user, engine } = openApp("/settings/tacklebox");
    engine.logOpens = false;
    await user.click(await screen.findByRole("button", { name: "Open the log" }));
    const told = await screen.findByRole("alertdialog", { name: "The log could not be opened" });
    expect(within(told).getByText("~/.local/share/app.tacklebox.desktop/logs")).toBeVisible();
    expect(within(told).getByRole("button", { name: "Copy" })).toBeVisible();
    // What the system said is for people who help, and not in sight before it is asked for.
    expect(within(told).queryByText(/gio/)).toBeNull();
    await user.click(within(told).getByRole("button", { name: strings.showTechnical }));
    expect(within(told).getByText(/Launcher "gio"/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("has a heading above the keys", async () => {
    openApp("/settings/tacklebox");
    expect(await screen.findByRole("heading", { level: 2, name: "Keys" })).toBeVisible();
  });

  it("shows diagnostics before they are copied", async () => {
    const { user } = openApp("/settings/tacklebox");
    await user.click(await screen.findByRole("button", { name: "Copy diagnostics…" }));
    const sheet = await screen.findByRole("dialog", { name: "Copy diagnostics" });
    expect(await within(sheet).findByText(/System: linux x86_64/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(within(sheet).getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toContain("Tacklebox 0.1.0");
    expect(within(sheet).getByText("Copied")).toBeVisible();
  });

  it("offers them where a screen fails", async () => {
    const { user } = openApp("/agent/milady", "error");
    await user.click(await screen.findByRole("button", { name: "Copy diagnostics…" }));
    expect(await screen.findByRole("dialog", { name: "Copy diagnostics" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  });
});
