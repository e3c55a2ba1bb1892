import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "../routes";
import { expectNoAxeViolations, openApp, openHook, row } from "../test/app";
// Loaded late in the window; here they are not waited for.
import "./ContextMenu";
import "./Palette";
import "./KeysSheet";
import "./HookDialogs";
import "../screens/hook/HookScreen";
import "../screens/settings/SettingsScreen";

async function openList(path = "/agent/milady") {
  const app = openApp(path);
  await screen.findByRole("heading", { level: 1 });
  return app;
}

const title = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the sidebar", () => {
  it("is one Tab stop, and arrows go through it", async () => {
    const { user } = await openList();
    const nav = screen.getByRole("navigation", { name: "Main" });
    const links = within(nav).getAllByRole("link");
    expect(links.filter((link) => link.tabIndex === 0)).toEqual([
      screen.getByRole("link", { current: "page" }),
    ]);
    await user.tab();
    expect(links[0]).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(links[1]).toHaveFocus();
    await user.keyboard("{End}");
    expect(links.at(-1)).toHaveFocus();
    await user.keyboard("{Home}{Enter}");
    expect(links[0]).toHaveFocus();
    await user.tab();
    expect(nav).not.toContainElement(document.activeElement as HTMLElement);
  });

  it.each([paths.newHook("zeroclaw"), paths.timeline("zeroclaw")])(
    "shows whose screen %s is",
    async (path) => {
      openApp(path);
      expect(await screen.findByRole("link", { name: /^ZeroClaw/, current: "page" })).toBeVisible();
    },
  );
});

describe("the number of an agent's hooks", () => {
  it("is that of its list, where a replaced hook is folded under another", async () => {
    const { user } = openApp("/agent/milady", "full", (engine) => {
      engine.hooks = engine.hooks.map((hook) =>
        hook.state === "replaced" ? hook : { ...hook, state: "ready", row: "ready", alarming: false },
      );
    });
    expect(await screen.findByRole("link", { name: /^Milady\s*8 hooks$/ })).toBeVisible();
    expect(screen.getByRole("radio", { name: "All 8" })).toBeVisible();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "Milady");
    expect(await screen.findByRole("option", { name: /^Milady\s*8 hooks$/ })).toBeVisible();
  });
});

describe("the keys of the window", () => {
  it("lead to its six pages, back and forward", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}2{/Control}");
    await title("All hooks");
    await user.keyboard("{Control>}6{/Control}");
    await title("Settings");
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await title("All hooks");
  });

  it("are shown by F1 and by ?, and by ? not while somebody types one", async () => {
    const { user } = await openList();
    await user.keyboard("{F1}");
    const sheet = await screen.findByRole("dialog", { name: "Keys" });
    expect(within(sheet).getByText("Search everything")).toBeVisible();
    await expectNoAxeViolations();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.type(screen.getByRole("searchbox"), "?");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("searchbox")).toHaveValue("?");
  });

  it("go where the tray's menu says, once", async () => {
    const { engine } = await openList();
    act(() => engine.incoming.goTo({ kind: "agent", agent: "openclaw" }));
    expect(await screen.findByRole("heading", { level: 1, name: "OpenClaw" })).toBeVisible();
    const hook = engine.hooks[0]?.id ?? "";
    act(() => engine.incoming.goTo({ kind: "hook", id: hook }));
    await waitFor(() => expect(location.hash).toBe(`#${paths.hook(hook)}`));
  });

  it("close the window the way its own button does, and change its size", async () => {
    const { user, engine } = await openList();
    await user.keyboard("{Control>}w{/Control}{Control>}q{/Control}");
    expect(engine.calls.filter((call) => call.startsWith("askTo"))).toEqual([
      "askToClose(false)",
      "askToClose(true)",
    ]);
    await user.keyboard("{Control>}+{/Control}{Control>}={/Control}{Control>}-{/Control}");
    expect(engine.calls).toContain("setZoom(110)");
    await waitFor(() => expect(engine.calls).toContain("setZoom(125)"));
    expect(localStorage.getItem("zoom")).toBe("110");
    fireEvent.wheel(document.body, { deltaY: 100, ctrlKey: true });
    await waitFor(() => expect(engine.calls.at(-1)).toBe("setZoom(100)"));
    await user.keyboard("{Control>}-{/Control}{Control>}0{/Control}");
    expect(localStorage.getItem("zoom")).toBeNull();
  });

  it("take back what was changed in this window, also when its message is gone, and make it again", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText(/Nothing was changed in this window/)).toBeVisible();
    await user.click(within(row(/Session memory/)).getByRole("switch"));
    await user.click(within(row(/Command logger/)).getByRole("switch"));
    await waitFor(() => expect(row(/Command logger, Off/)).toBeVisible());
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(row(/Command logger, Ready/)).toBeVisible());
    expect(row(/Session memory, Off/)).toBeVisible();
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(row(/Session memory, Ready/)).toBeVisible());
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
  });
});

describe("the search over everything", () => {
  it("finds hooks, moments, settings and actions, and goes there", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox", { name: "Search everything" });
    expect(field).toHaveFocus();
    await user.keyboard("digest");
    const found = await screen.findByRole("group", { name: "Hooks" });
    expect(within(found).getByRole("option", { name: /GitHub digest/ })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await user.clear(field);
    await user.keyboard("session starts");
    expect(await screen.findByRole("group", { name: "Moments to try" })).toBeVisible();
    await user.clear(field);
    await user.keyboard("error report");
    const deeds = await screen.findByRole("group", { name: "Actions" });
    expect(within(deeds).getByRole("option", { name: /Copy diagnostics/ })).toBeVisible();
    await user.clear(field);
    await user.keyboard("settings of milady");
    expect(await screen.findByRole("group", { name: "Settings" })).toBeVisible();
    await user.clear(field);
    await user.keyboard("github dig{Enter}");
    await title("GitHub digest");
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("finds included hooks by what their pages say", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search everything" });
    await user.keyboard("api.github.com");
    const found = await screen.findByRole("group", { name: "Included hooks" });
    expect(within(found).getByRole("option", { name: /GitHub digest/ })).toBeVisible();
    await user.keyboard("{Enter}");
    expect(location.hash).toContain("/included/");
  });

  it("says so where nothing matches", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Search everything" });
    await user.keyboard("zzz");
    expect(await screen.findByText("Nothing matches “zzz”")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("walks with the arrows and closes with Esc", async () => {
    const { user } = await openList();
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByRole("combobox");
    const first = field.getAttribute("aria-activedescendant");
    await user.keyboard("{ArrowDown}");
    expect(field.getAttribute("aria-activedescendant")).not.toBe(first);
    await user.keyboard("{ArrowUp}{ArrowUp}{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  });
});

describe("menus", () => {
  const openMenu = (on: Element) => {
    const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2 });
    act(() => void on.dispatchEvent(event));
    return event;
  };

  const items = (menu: HTMLElement) =>
    within(menu)
      .getAllByRole("menuitem")
      .map((item) => item.textContent);

  const there = (selector: string) =>
    waitFor(() => {
      const found = document.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`There is no ${selector}.`);
      return found;
    });

  it("of the browser are never shown", async () => {
    await openList();
    const heading = screen.getByRole("heading", { level: 1 });
    // The menus are loaded after the first picture.
    await waitFor(() => expect(openMenu(heading).defaultPrevented).toBe(true));
    expect(screen.queryByRole("menu")).toBeNull();
  });

  it("of a row do what its page does", async () => {
    const { user, engine } = await openList();
    openMenu(within(row(/Session memory/)).getByText("Session memory"));
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    // It is open at once with what the row knows.
    await waitFor(() =>
      expect(items(menu)).toEqual([
        "Open",
        "Turn off",
        "Try it",
        "Edit…",
        "Edit program",
        "Open folder",
        "Update…",
        "Make my own copy",
        "Copy to another agent…",
        "Remove…",
      ]),
    );
    await expectNoAxeViolations();
    await user.click(within(menu).getByRole("menuitem", { name: "Turn off" }));
    await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
    openMenu(within(row(/Session memory/)).getByText("Session memory"));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Session memory/ })).toBeNull());
    expect(engine.calls.some((call) => call.startsWith("remove(milady/managed/session-memory"))).toBe(true);
    await title("Milady");
  });

  it("of a row opens with its ⋯ too, and says why something cannot be done", async () => {
    const { user } = openApp("/agent/openclaw");
    await user.click(await screen.findByRole("button", { name: "What can be done with tidy-up" }));
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    const remove = within(menu).getByRole("menuitem", { name: /Remove…/ });
    expect(remove).toHaveAttribute("aria-disabled", "true");
    expect(remove).toHaveTextContent("It is part of the agent");
    expect(within(menu).getByRole("menuitem", { name: "Try it" })).toBeVisible();
  });

  it("of a link open it, after it was shown where it leads, or copy its address", async () => {
    const { user } = await openHook();
    const page = await there("main [data-url]");
    expect(openMenu(page).defaultPrevented).toBe(true);
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    expect(items(menu)).toEqual(["Open page…", "Copy address"]);
    await user.click(within(menu).getByRole("menuitem", { name: "Copy address" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(page.dataset.url));
    openMenu(page);
    await user.click(await screen.findByRole("menuitem", { name: "Open page…" }));
    expect(await screen.findByRole("dialog", { name: "This opens in your browser:" })).toBeVisible();
  });

  it("of a text copy it", async () => {
    const { user } = await openHook();
    const path = await there("main code");
    expect(openMenu(path).defaultPrevented).toBe(true);
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    expect(items(menu)).toEqual(["Copy"]);
    await user.click(within(menu).getByRole("menuitem", { name: "Copy" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(path.textContent));
  });

  it("of a field paste, and never copy a key", async () => {
    const { user } = await openHook();
    const field = await screen.findByLabelText("GitHub token");
    await user.type(field, "ghp_1");
    await user.tripleClick(field);
    openMenu(field);
    const menu = await screen.findByRole("menu");
    expect(items(menu)).toEqual(["Paste", "Select all"]);
  });
});

describe("what is typed and not saved", () => {
  it("is asked about before the window closes, and only as long as it is there", async () => {
    const { user, engine } = await openHook();
    const field = await screen.findByLabelText("GitHub token");
    await user.type(field, "ghp_1");
    await waitFor(() => expect(engine.heldOpen).toBe(true));
    act(() => engine.jobs.askToClose([]));
    const question = await screen.findByRole("alertdialog", { name: "Close without saving?" });
    expect(question).toHaveTextContent("the value for GitHub token");
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(field).toHaveValue("ghp_1");
    expect(engine.calls.some((call) => call.startsWith("closeWindow"))).toBe(false);
    await user.clear(field);
    await waitFor(() => expect(engine.heldOpen).toBe(false));
  });
});
