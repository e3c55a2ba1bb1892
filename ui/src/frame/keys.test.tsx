import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { makeHook } from "../backend/fake-data";
import { paths } from "../routes";
import { strings } from "../strings";
import { openApp, row } from "../test/app";
// Loaded late in the window; here they are not waited for.
import "./ContextMenu";
import "./KeysSheet";
import "./Palette";
import "../parts/CodeEditor";
import "../screens/hook/HookScreen";
import "../screens/settings/ConfigEditor";
import "../screens/settings/SettingsScreen";
import "../screens/timeline/TimelineScreen";
import "../screens/try/TryScreen";
import { resetDrafts } from "../screens/settings/useConfigEditor";
import { resetTries } from "../screens/try/tries";
import { resetChoice } from "../screens/try/useChoice";

// jsdom lays nothing out, and the editor asks where its lines are.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 } as DOMRect;
Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => nowhere;

beforeEach(() => {
  resetDrafts();
  resetTries();
  resetChoice();
});

const DIGEST = /GitHub digest/;
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const ctrl = (key: string) => `{Control>}${key}{/Control}`;

async function list() {
  const app = openApp("/agent/milady");
  await heading("Milady");
  // What hears the keys of the window comes after its first picture.
  await screen.findByRole("status", { name: "Results of what you did" });
  return app;
}

async function rows() {
  const app = await list();
  await app.user.keyboard("/{ArrowDown}");
  expect(row(DIGEST)).toHaveFocus();
  return app;
}

async function text() {
  const app = openApp(paths.config("milady"));
  const box = await screen.findByRole("textbox", { name: "Text of milady.json" });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error("no editor");
  act(() => view.focus());
  return { ...app, view };
}

/** What each row of *Keys* promises, done: a row without a case, or a case without a row, fails. */
const CASES: Record<string, () => Promise<void>> = {
  "Search everything": async () => {
    const { user } = await list();
    await user.keyboard(ctrl("k"));
    const field = await screen.findByRole("combobox", { name: "Search everything" });
    await waitFor(() => expect(field).toHaveFocus());
  },
  "Go to one of the six pages": async () => {
    const { user } = await list();
    const names = ["Try it", "All hooks", "Get hooks", "Activity", "Settings", "Milady"];
    for (const [name, key] of names.map((name, at) => [name, [4, 2, 3, 5, 6, 1][at]] as const)) {
      await user.keyboard(ctrl(String(key)));
      await heading(name);
      await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    }
  },
  "Back, forward": async () => {
    const { user } = await list();
    await user.keyboard(ctrl("2"));
    await heading("All hooks");
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await heading("Milady");
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    await heading("All hooks");
  },
  "Undo the last change": async () => {
    const { user } = await list();
    await user.click(within(row(/Session memory/)).getByRole("switch"));
    await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
    await user.keyboard(ctrl("z"));
    await waitFor(() => expect(row(/Session memory, Ready/)).toBeVisible());
  },
  Redo: async () => {
    const { user } = await list();
    await user.click(within(row(/Session memory/)).getByRole("switch"));
    for (const key of ["{Shift>}z{/Shift}", "y"]) {
      await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
      await user.keyboard(ctrl("z"));
      await waitFor(() => expect(row(/Session memory, Ready/)).toBeVisible());
      await user.keyboard(ctrl(key));
    }
    await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
  },
  "Read everything again": async () => {
    const { user, engine } = await list();
    const read = () => engine.calls.filter((call) => call.startsWith("refresh")).length;
    await user.keyboard(ctrl("r"));
    await waitFor(() => expect(read()).toBe(1));
    await user.keyboard("{F5}");
    await waitFor(() => expect(read()).toBe(2));
  },
  "Larger, smaller": async () => {
    const { user, engine } = await list();
    await user.keyboard(ctrl("+"));
    await waitFor(() => expect(engine.calls.at(-1)).toBe("setZoom(110)"));
    await user.keyboard(ctrl("-") + ctrl("-"));
    await waitFor(() => expect(engine.calls.at(-1)).toBe("setZoom(90)"));
    fireEvent.wheel(document.body, { ctrlKey: true, deltaY: -1 });
    await waitFor(() => expect(engine.calls.at(-1)).toBe("setZoom(100)"));
  },
  "As large as usual": async () => {
    const { user, engine } = await list();
    await user.keyboard(ctrl("+") + ctrl("0"));
    await waitFor(() => expect(engine.calls.at(-1)).toBe("setZoom(100)"));
  },
  Settings: async () => {
    const { user } = await list();
    await user.keyboard(ctrl(","));
    await heading("Settings");
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  },
  "These keys": async () => {
    const { user } = await list();
    for (const key of ["{F1}", "?"]) {
      await user.keyboard(key);
      const sheet = await screen.findByRole("dialog", { name: "Keys" });
      // At its beginning: a button at the end that has the focus is scrolled to.
      await waitFor(() => expect(sheet).toHaveFocus());
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
  },
  "Close the window": async () => {
    const { user, engine } = await list();
    await user.keyboard(ctrl("w"));
    expect(engine.calls).toContain("askToClose(false)");
  },
  Quit: async () => {
    const { user, engine } = await list();
    await user.keyboard(ctrl("q"));
    expect(engine.calls).toContain("askToClose(true)");
  },
  "Search the list": async () => {
    const { user } = await list();
    for (const key of ["/", ctrl("f")]) {
      await user.keyboard(key);
      expect(screen.getByRole("searchbox")).toHaveFocus();
      await user.keyboard("{Escape}");
      expect(screen.getByRole("searchbox")).not.toHaveFocus();
    }
  },
  "Up, down, to its ends": async () => {
    const { user } = await rows();
    await user.keyboard("{ArrowDown}");
    expect(row(DIGEST)).not.toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(row(DIGEST)).toHaveFocus();
    await user.keyboard("{End}");
    expect(row(/Mac notes/)).toHaveFocus();
    await user.keyboard("{Home}");
    expect(row(DIGEST)).toHaveFocus();
  },
  Open: async () => {
    const { user } = await rows();
    await user.keyboard("{Enter}");
    await heading("GitHub digest");
  },
  "Turn on or off, or press its button": async () => {
    const { user, engine } = await list();
    row(/Command logger/).focus();
    await user.keyboard(" ");
    await waitFor(() =>
      expect(engine.calls).toContain("setEnabled(milady/managed/command-logger, false, false)"),
    );
    row(DIGEST).focus();
    await user.keyboard(" ");
    await heading("GitHub digest");
  },
  "To a row's buttons and back": async () => {
    const { user } = await rows();
    await user.keyboard("{ArrowRight}");
    expect(within(row(DIGEST)).getByRole("button", { name: "Add key…" })).toHaveFocus();
    await user.keyboard("{ArrowLeft}");
    expect(row(DIGEST)).toHaveFocus();
  },
  "Menu of a row": async () => {
    // The browser makes one event of both keys; the real ones are pressed in the real window.
    await rows();
    act(() => {
      row(DIGEST).dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    });
    await screen.findByRole("menu", { name: "What can be done here" });
  },
  "Pick one, all between, all": async () => {
    const { user } = await rows();
    await user.keyboard(ctrl(" "));
    await screen.findByText("1 hook selected");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await screen.findByText("2 hooks selected");
    await user.keyboard(ctrl("a"));
    await waitFor(() => expect(screen.queryByText("2 hooks selected")).toBeNull());
    expect(screen.getByText(/^\d+ hooks selected$/)).toBeVisible();
  },
  "Clear the search, go back": async () => {
    const { user } = await list();
    await user.keyboard("/boot{Escape}");
    expect(screen.getByRole("searchbox")).toHaveValue("");
    await user.keyboard("{ArrowDown}{Enter}");
    await heading("GitHub digest");
    await user.keyboard("{Escape}");
    await heading("Milady");
  },
  "To the next line, to the one before": async () => {
    const { user } = await list();
    const links = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("link");
    links[0]?.focus();
    await user.keyboard("{ArrowDown}");
    expect(links[1]).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(links[0]).toHaveFocus();
  },
  "Move a hook in its order": async () => {
    const { user } = openApp(paths.timeline("zeroclaw"), "full", (engine) => {
      const hook = (name: string, priority: number) =>
        makeHook({ agent: "zeroclaw", name, title: name, events: ["before_tool_call"], priority });
      engine.hooks = [hook("first", 5), hook("second", 0)];
      engine.agent("zeroclaw").found = true;
    });
    const second = await screen.findByRole("button", { name: /second/ });
    second.focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(await screen.findByText("1 order changed")).toBeVisible();
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    await waitFor(() => expect(screen.queryByText("1 order changed")).toBeNull());
  },
  Run: async () => {
    const { user, engine } = openApp(paths.try({ agent: "moltis", key: "BeforeToolCall" }));
    const box = await screen.findByRole("textbox", { name: "Sample" });
    act(() => EditorView.findFromDOM(box)?.focus());
    await user.keyboard(ctrl("{Enter}"));
    await waitFor(() => expect(engine.calls.some((call) => call.startsWith("tryIt("))).toBe(true));
  },
  Save: async () => {
    const { user, view } = await text();
    act(() => view.dispatch({ changes: { from: 0, insert: "// mine\n" } }));
    await user.keyboard(ctrl("s"));
    await screen.findByRole("alertdialog");
  },
  "Search in the text": async () => {
    const { user } = await text();
    await user.keyboard(ctrl("f"));
    await screen.findByRole("textbox", { name: "Find" });
  },
  "Indent more, less": async () => {
    const { user, view } = await text();
    act(() => view.dispatch({ selection: { anchor: 0 } }));
    const before = view.state.doc.toString();
    await user.keyboard(ctrl("{]}"));
    expect(view.state.doc.toString()).toBe(`  ${before}`);
    await user.keyboard(ctrl("{[}"));
    expect(view.state.doc.toString()).toBe(before);
  },
  "Leave the text": async () => {
    const { user, view } = await text();
    expect(view.hasFocus).toBe(true);
    await user.tab();
    expect(view.hasFocus).toBe(false);
  },
};

const ROWS = strings.keys.groups.flatMap(({ title, rows }) => rows.map(([what]) => [title, what] as const));

describe("each row of Keys does what it says", () => {
  it("has a case", () => expect(ROWS.map(([, what]) => what)).toEqual(Object.keys(CASES)));
  it.each(ROWS)("%s: %s", async (_, what) => {
    await CASES[what]?.();
  });
});

it("what was taken back elsewhere is not in the way of what was changed before it", async () => {
  const { user, engine } = await list();
  await user.click(within(row(/Session memory/)).getByRole("switch"));
  await waitFor(() => expect(row(/Session memory, Off/)).toBeVisible());
  await user.click(within(row(/Command logger/)).getByRole("switch"));
  await waitFor(() => expect(row(/Command logger, Off/)).toBeVisible());
  const last = engine.activity[0]?.undo ?? "";
  await act(async () => void engine.takeBack(last));
  const told = screen.getByRole("status", { name: "Results of what you did" });
  await user.click(within(told).getByRole("button", { name: "Close" }));
  await user.keyboard(ctrl("z"));
  await waitFor(() => expect(row(/Session memory, Ready/)).toBeVisible());
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

describe("what was taken back is made again", () => {
  it("a removed hook is removed again", async () => {
    const { user, engine } = openApp(paths.hook("milady/managed/session-memory"));
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove…" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Remove Session memory?" }));
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Session memory/ })).toBeNull());
    await user.keyboard(ctrl("z"));
    await screen.findByRole("row", { name: /Session memory/ });
    await user.keyboard(ctrl("{Shift>}z{/Shift}"));
    await waitFor(() => expect(screen.queryByRole("row", { name: /Session memory/ })).toBeNull());
    expect(engine.calls.filter((call) => call.startsWith("remove("))).toHaveLength(2);
  });
});
