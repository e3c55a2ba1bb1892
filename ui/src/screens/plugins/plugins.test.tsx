import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Before any clock runs: they are loaded when they are wanted.
import "./PluginGroup";
import "./PluginScreen";
import "../../frame/ContextMenu";
import "../review/Plugins";
import "../review/ReviewScreen";

const GUARD = "openclaw/plugin/tool-guard";
const list = () => screen.findByRole("list", { name: "Plugins of OpenClaw" });
const row = async (name: string) => {
  const found = within(await list())
    .getAllByRole("listitem")
    .find((item) => item.textContent?.includes(name));
  if (!found) throw new Error(`There is no row ${name}.`);
  return within(found);
};

describe("the group on the agent's page", () => {
  it("says what is known of each, no surer than it is, and counts them apart", async () => {
    openApp(paths.agent("openclaw"));
    expect(await screen.findByRole("heading", { name: "Plugins (5)" })).toBeVisible();
    expect(screen.getByText("Counted apart. Looking at them runs nothing.")).toBeVisible();
    expect(screen.getByText("OpenClaw brings 63 plugins of its own, not listed here.")).toBeVisible();
    expect((await row("Tool guard")).getByText("Its code names: before a tool runs")).toBeVisible();
    expect((await row("Memory router")).getByText("Not known yet")).toBeVisible();
    const clipper = await row("Clipper");
    expect(clipper.getByText("Listens: before a message goes out and when the agent is done")).toBeVisible();
    expect(clipper.getByText("Not in plugins.allow")).toBeVisible();
    expect((await row("old-one")).getByText("Broken")).toBeVisible();
    expect((await row("old-one")).queryByRole("switch")).toBeNull();
    expect((await row("Super helper")).getByText("Dangerous")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("has a menu in each row, with what its page has, by a right click, the menu key and ⋯", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    const guard = await row("Tool guard");
    await user.click(guard.getByRole("button", { name: "What can be done with Tool guard" }));
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    const items = () => within(menu).getAllByRole("menuitem");
    await waitFor(() => expect(items()).toHaveLength(7));
    expect(items().map((item) => item.textContent)).toEqual([
      "Open",
      "Turn off",
      "Try it",
      "Edit program",
      "Open folder",
      "Make my own copy",
      "Remove…",
    ]);
    await expectNoAxeViolations();
    await user.click(within(menu).getByRole("menuitem", { name: "Turn off" }));
    await waitFor(() => expect(guard.getByRole("switch")).not.toBeChecked());
    // By the menu key: at what has the focus.
    guard.getByRole("switch").focus();
    const byKey = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
    act(() => void guard.getByRole("switch").dispatchEvent(byKey));
    expect(byKey.defaultPrevented).toBe(true);
    await user.click(await screen.findByRole("menuitem", { name: "Open folder" }));
    await waitFor(() => expect(engine.calls).toContain(`openFolder(${GUARD})`));
    const byPointer = () => new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2 });
    act(() => void guard.getByText("Tool guard").dispatchEvent(byPointer()));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const sheet = await screen.findByRole("alertdialog");
    expect(sheet).toHaveTextContent("Tool guard");
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    act(() => void guard.getByText("Tool guard").dispatchEvent(byPointer()));
    await user.click(await screen.findByRole("menuitem", { name: "Open" }));
    await waitFor(() => expect(location.hash).toBe(`#${paths.plugin(GUARD)}`));
  });

  it("is not there for an agent without plugins, and tells one with plugins alone that it may have hooks", async () => {
    const { unmount } = openApp(paths.agent("milady"));
    await screen.findByRole("heading", { level: 1, name: "Milady" });
    expect(screen.queryByRole("heading", { name: /Plugins/ })).toBeNull();
    unmount();
    openApp(paths.agent("openclaw"), "full", (engine) => {
      engine.hooks = engine.hooks.filter((hook) => hook.agent !== "openclaw");
    });
    expect(await screen.findByText("No hooks")).toBeVisible();
    expect(screen.getByText(/5 plugins may have some/)).toBeVisible();
    expect(screen.queryByText("OpenClaw has no hooks yet")).toBeNull();
  });

  it("loads a plugin only after the question, and shows what it saw", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    await user.click((await row("Memory router")).getByRole("button", { name: /Find out/ }));
    const sheet = await screen.findByRole("alertdialog", { name: "Load Memory router?" });
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    expect(engine.calls).not.toContain("findOut memory-router true");
    await user.click((await row("Memory router")).getByRole("button", { name: /Find out/ }));
    await user.click(await screen.findByRole("button", { name: "Load it" }));
    expect(await screen.findByText("Memory router registers 1 hook.")).toBeVisible();
    expect((await row("Memory router")).getByText("Listens: before a tool runs")).toBeVisible();
  });

  it("says of one that the agent knows and does not start that it is not started", async () => {
    openApp(paths.agent("openclaw"), "full", (engine) => {
      const says =
        "The agent knows it and does not start it: nobody turned it on by its name (plugins.entries)";
      engine.plugins.replace(GUARD, { enabled: false, state: "idle", says });
    });
    const guard = await row("Tool guard");
    expect(guard.getByText("Not started")).toBeVisible();
    expect(guard.getByText(/^The agent knows it and does not start it/)).toBeVisible();
    expect(guard.getByRole("switch", { name: "Turn Tool guard on or off" })).not.toBeChecked();
    await expectNoAxeViolations();
  });

  it("says which names the version ignores, apart from what it listens to and from what was not read", async () => {
    const sentence = "OpenClaw 2026.9.6 has no event made_up, and ignores it.";
    const note = { sentence, fixable: false, seen: "read here" };
    openApp(paths.plugin(GUARD), "full", (engine) => {
      engine.plugins.replace(GUARD, { notes: [{ ...note, id: "ignored-name" }] });
    });
    const listens = await screen.findByRole("region", { name: "What it listens to" });
    expect(within(listens).getByText(sentence)).toBeVisible();
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    await expectNoAxeViolations();
  });

  it("names everyone else that a switch would turn on, first", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    engine.plugins.replace(GUARD, { enabled: false, state: "off", says: "It is off" });
    act(() => engine.report("openclaw", []));
    await waitFor(async () => expect((await row("Tool guard")).getByText("It is off")).toBeVisible());
    await user.click((await row("Tool guard")).getByRole("switch"));
    const sheet = await screen.findByRole("alertdialog", { name: "Turn on Tool guard" });
    expect(within(sheet).getByText(/Clipper/)).toBeVisible();
    await user.click(within(sheet).getByRole("button", { name: "Turn on" }));
    expect(await screen.findByText("Tool guard was turned on.")).toBeVisible();
  });

  it("makes a new one, off, and opens it", async () => {
    const { user } = openApp(paths.agent("openclaw"));
    await user.click(await screen.findByRole("button", { name: "New plugin…" }));
    await user.type(await screen.findByLabelText("Name"), "My guard");
    await user.click(screen.getByRole("radio", { name: "A program" }));
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByRole("heading", { level: 1, name: "my-guard" })).toBeVisible();
    expect(screen.getByText("The plugin my-guard was created.")).toBeVisible();
  });

  it("makes one from a sentence, which its page can change after the change was shown", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    await user.click(await screen.findByRole("button", { name: "New plugin…" }));
    await user.type(await screen.findByLabelText("Name"), "Guard");
    await user.click(screen.getByRole("button", { name: /For the tools/ }));
    await user.click(await screen.findByRole("option", { name: "Another one…" }));
    await user.type(await screen.findByLabelText(/^For the tools: Names/), "exec, write");
    const pattern = screen.getByLabelText("If the text matches");
    // Each blank says what is wrong in it while it is typed.
    await user.type(pattern, "(");
    expect(await screen.findByText(/not a valid regular expression/)).toBeVisible();
    expect(pattern).toBeInvalid();
    await user.clear(pattern);
    await user.type(pattern, "rm -rf");
    await waitFor(() => expect(pattern).toBeValid());
    expect(await screen.findByText("exec with “rm -rf”")).toBeVisible();
    expect(screen.queryByText(/Say why/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText(/Say why it is blocked/)).toBeVisible();
    await user.type(screen.getByLabelText("With the reason"), "Not here");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByRole("heading", { level: 2, name: "What it does" })).toBeVisible();
    expect(screen.getByText(/if the text matches rm -rf: block it with “Not here”/)).toBeVisible();
    const id = "openclaw/plugin/guard";
    expect(engine.plugins.sentences[id]?.tools).toEqual(["exec", "write"]);

    const section = within(screen.getByRole("region", { name: "What it does" }));
    await user.click(section.getByRole("button", { name: "Change" }));
    // The button is gone: the focus goes into the sentence, and back to it afterwards.
    await waitFor(() => expect(section.getByRole("button", { name: /When/ })).toHaveFocus());
    await user.click(section.getByRole("button", { name: /^block it .*What it does/ }));
    await user.click(await screen.findByRole("option", { name: "send it to" }));
    const address = section.getByLabelText("Address");
    expect(await section.findByText(/The address begins with/)).toBeVisible();
    await user.clear(address);
    await user.type(address, "https://example.com/x");
    await waitFor(() => expect(section.queryByText(/The address begins with/)).toBeNull());
    await user.click(section.getByRole("button", { name: "More" }));
    await user.type(section.getByLabelText("Time limit, in seconds"), "5");
    await user.type(section.getByLabelText("Order number"), "7");
    await expectNoAxeViolations();
    await user.click(section.getByRole("button", { name: "Save…" }));
    const sheet = await screen.findByRole("alertdialog", { name: "Change guard" });
    await user.click(within(sheet).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(engine.plugins.sentences[id]?.act).toBe("post"));
    expect(engine.plugins.sentences[id]).toMatchObject({ timeout: 5, priority: 7 });
    await waitFor(() => expect(section.getByRole("button", { name: "Change" })).toHaveFocus());
  });

  it("starts from a sentence or a program that works, and takes its name", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    await user.click(await screen.findByRole("button", { name: "New plugin…" }));
    const choose = async (title: string) => {
      await user.click(await screen.findByRole("button", { name: /Start from/ }));
      await user.click(await screen.findByRole("option", { name: new RegExp(title) }));
    };
    await choose("Block a tool");
    expect(screen.getByLabelText("Name")).toHaveValue("block-tool");
    expect(screen.getByLabelText("With the reason")).toHaveValue("This tool needs a person");
    expect(screen.getByRole("button", { name: /^exec.*For the tools/ })).toBeVisible();
    await choose("Stop after so many");
    expect(screen.getByLabelText("Name")).toHaveValue("limit-tools");
    expect(screen.getByText(/^60, or your number. What it does is in its files/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(engine.plugins.calls).toContain("create limit-tools limit-tools"));
  });

  it("tries a sentence as it is typed, and lets it be turned on once it was tried", async () => {
    const { user, engine } = openApp(paths.agent("openclaw"));
    await user.click(await screen.findByRole("button", { name: "New plugin…" }));
    await user.type(await screen.findByLabelText("Name"), "Guard");
    const tryIt = screen.getByRole("button", { name: "Try it" });
    expect(tryIt).toHaveAttribute("aria-disabled", "true");
    await user.type(screen.getByLabelText("With the reason"), "Not here");
    // From the field, by the keys that the button names. They do not create it.
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("What it did")).toBeVisible();
    expect(await screen.findByText("It continues unchanged.")).toBeVisible();
    expect(engine.tries.wishes.at(-1)).toMatchObject({
      key: "before-tool-call",
      boxed: true,
      plugin: { id: "guard", sentence: { act: "block", with: "Not here" } },
    });
    expect(engine.plugins.all.some(({ id }) => id === "guard")).toBe(false);
    await user.click(screen.getByRole("button", { name: "The files that it writes" }));
    await user.click(await screen.findByRole("button", { name: /extensions\/guard\/index.js Added/ }));
    expect(screen.getByText("// Not here", { exact: false })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByRole("switch", { name: "Turn guard on or off" })).toBeVisible();
    expect(screen.queryByText("Try it once first")).toBeNull();
  });

  it("does not turn on what was never tried", async () => {
    const { user } = openApp(paths.plugin(GUARD), "full", (engine) => {
      engine.plugins.replace(GUARD, { untried: true, enabled: false, state: "off" });
    });
    expect(await screen.findByText("Try it once first")).toBeVisible();
    expect(screen.queryByRole("switch", { name: /Turn Tool guard/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Try it" })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "OpenClaw" }));
    const shown = await row("Tool guard");
    expect(shown.getByText("Draft")).toBeVisible();
    expect(shown.queryByRole("switch")).toBeNull();
    expect(shown.getByRole("button", { name: "Finish…" })).toBeVisible();
  });

  it("says where somebody changed the program of a sentence by hand", async () => {
    openApp(paths.plugin(GUARD), "full", (engine) => {
      engine.plugins.byHand = [GUARD];
    });
    expect(await screen.findByText(/changed by hand since/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Open folder" })).toBeEnabled();
  });
});

describe("a plugin that is broken", () => {
  it("is fixed from its page, opened from its row, with the change shown first, or told to its author", async () => {
    const { user } = openApp(paths.agent("openclaw"));
    const shown = await row("old-one");
    await user.click(shown.getByRole("button", { name: "Show problem" }));
    expect(await screen.findByRole("heading", { name: "What is wrong" })).toBeVisible();
    expect(await screen.findByText("Write a openclaw.plugin.json")).toBeVisible();
    expect(screen.getAllByText(/It has no openclaw.plugin.json/)).toHaveLength(1);
    expect(screen.getByText(/Greets: always"/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Copy for its author" }));
    expect(await navigator.clipboard.readText()).toBe("old-one does not load.");
    await user.click(screen.getByRole("button", { name: "Fix it" }));
    expect(await screen.findByText("old-one was repaired.")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("heading", { name: "What is wrong" })).toBeNull());
    expect(screen.getByRole("switch", { name: "Turn old-one on or off" })).toBeVisible();
  });
});

describe("a plugin's page", () => {
  const open = async (id = GUARD) => {
    const app = openApp(paths.plugin(id));
    await screen.findByRole("heading", { level: 2, name: "X-ray" });
    return app;
  };

  it("shows what its code names beside what it registered when it was loaded", async () => {
    const { user } = await open();
    const table = screen.getByRole("table");
    expect(within(table).getByText("guard_status")).toBeVisible();
    expect(within(table).getAllByText("Not loaded here yet")).toHaveLength(2);
    expect(screen.getByText("It reads GUARD_TOKEN.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Find out what Tool guard/ }));
    await user.click(await screen.findByRole("button", { name: "Load it" }));
    expect(await screen.findByText(/Seen when it was loaded here/)).toBeVisible();
    expect(screen.getByText(/priority 50/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("sets what its manifest asks for after the plan was read, and never shows a secret", async () => {
    const { user, engine } = await open();
    const confirm = async () => {
      const plan = await screen.findByRole("alertdialog");
      await user.click(within(plan).getByRole("button", { name: "Save" }));
    };
    expect(screen.getByText("Set, not shown")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change Token" }));
    const field = screen.getByLabelText("Token");
    expect(field).toHaveAttribute("type", "password");
    engine.plugins.alsoSwitched = ["Memory router"];
    await user.type(field, "s3cret{Enter}");
    const plan = await screen.findByRole("alertdialog", { name: /Save token for Tool guard/ });
    expect(within(plan).getByText("The agent would also turn on Memory router.")).toBeVisible();
    await user.click(within(plan).getByRole("button", { name: "Cancel" }));
    expect(screen.getByLabelText("Token"), "a no keeps what was typed").toHaveValue("s3cret");
    await user.type(screen.getByLabelText("Token"), "{Enter}");
    await confirm();
    expect(await screen.findByText("A setting of Tool guard was saved.")).toBeVisible();
    expect(document.body.textContent).not.toContain("s3cret");
    await user.click(screen.getByRole("switch", { name: "Strict" }));
    await confirm();
    await waitFor(() => expect(engine.plugins.settings[2]?.value).toBe("true"));
    await user.click(screen.getByRole("button", { name: /1 more setting/ }));
    await user.click(screen.getByRole("button", { name: "Change Retries" }));
    await user.type(screen.getByLabelText("Retries"), "many{Enter}");
    expect(await screen.findByText(/It must be a number/)).toBeVisible();
    await user.clear(screen.getByLabelText("Retries"));
    await user.type(screen.getByLabelText("Retries"), "5{Enter}");
    await confirm();
    await waitFor(() => expect(engine.plugins.settings[4]?.value).toBe("5"));
  });

  it("saves all that has to be set in one step", async () => {
    const { user, engine } = openApp(paths.plugin(GUARD), "full", ({ plugins }) => {
      const needed = { required: true, set: false, default: null, value: null, advanced: false };
      plugins.settings = plugins.settings.map((one, at) => (at < 2 ? { ...one, ...needed } : one));
    });
    const form = within(await screen.findByRole("form", { name: "Set this first" }));
    const save = form.getByRole("button", { name: "Save" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await expectNoAxeViolations();
    const [region, token] = engine.plugins.settings;
    await user.selectOptions(form.getByLabelText(region?.label ?? ""), "us");
    await user.click(save);
    expect(engine.plugins.calls.some((call) => call.startsWith("set "))).toBe(false);
    await user.type(form.getByLabelText(token?.label ?? ""), "s3cret{Enter}");
    const plan = await screen.findByRole("alertdialog");
    await user.click(within(plan).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(engine.plugins.settings[0]?.value).toBe("us"));
    expect(engine.plugins.calls).toContain(`set ${region?.path} and ${token?.path}`);
    await waitFor(() => expect(screen.queryByRole("form", { name: "Set this first" })).toBeNull());
    expect(document.body.textContent).not.toContain("s3cret");
  });

  it("says of a bundle that it has no module, and offers to load none", async () => {
    const says = "It is a bundle of Claude: it has no module that listens to hooks.";
    openApp(paths.plugin(GUARD), "full", ({ plugins }) => {
      plugins.replace(GUARD, { bundle: "Claude", says, listens: { grade: "unknown", keys: [], at: null } });
    });
    expect(await screen.findByText(says)).toBeVisible();
    expect(screen.queryByRole("button", { name: /Find out/ })).toBeNull();
    expect(screen.getByRole("switch", { name: /Turn Tool guard/ })).toBeVisible();
  });

  it("offers a copy of one's own, under another id and off", async () => {
    const { user } = openApp(paths.plugin(GUARD));
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Make my own copy" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Tool guard, my copy" })).toBeVisible();
    expect(screen.getByText("Tool guard was copied as tool-guard-mine. The copy is off.")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("removes it after the plan was read, and says so where it is gone", async () => {
    const { user, engine } = await open();
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Tool guard was removed.")).toBeVisible();
    expect(engine.plugins.all.some(({ id }) => id === "tool-guard")).toBe(false);
  });

  it("is the place that an id of a plugin leads to", async () => {
    openApp(paths.hook(GUARD));
    expect(await screen.findByRole("heading", { level: 1, name: "Tool guard" })).toBeVisible();
    expect(location.pathname + location.hash).toContain(paths.plugin(GUARD));
  });

  it("says where it is gone", async () => {
    openApp(paths.plugin("openclaw/plugin/lost"));
    expect(await screen.findByText("This plugin is not there any more")).toBeVisible();
  });
});
