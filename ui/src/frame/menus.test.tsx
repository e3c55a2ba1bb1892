import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { backend } from "../backend";
import { FakeEngine } from "../backend/fake";
import { paths } from "../routes";
import { openApp } from "../test/app";
import "./ContextMenu";
import "../screens/hook/HookScreen";
import "../screens/plugins/PluginScreen";

/** Each line, with why it cannot be done. */
const lines = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole("menuitem")
    .map((item) => `${item.textContent}${item.ariaDisabled === "true" ? " (not now)" : ""}`);

/** What its screen offers, from the switch to the last line of its menu. */
async function onScreen(path: string) {
  const { user } = openApp(path);
  await user.click(await screen.findByRole("button", { name: "More" }));
  const deeds = lines(await screen.findByRole("menu", { name: "More" }));
  await user.keyboard("{Escape}");
  const header = within(screen.getByRole("heading", { level: 1 }).closest("header") as HTMLElement);
  const tries = header.queryByRole("button", { name: "Try it" }) !== null;
  const turns = header.queryByRole("switch") !== null;
  cleanup();
  return { deeds, tries, turns };
}

async function inRow(path: string, attribute: string, id: string) {
  const { user } = openApp(path);
  const dots = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[${attribute}="${id}"] [aria-haspopup=menu]`);
    if (!found) throw new Error(`${id} has no row`);
    return found;
  });
  await user.click(dots);
  const menu = await screen.findByRole("menu", { name: "What can be done here" });
  await waitFor(() => expect(within(menu).queryByRole("menuitem", { name: /^More…/ })).toBeNull());
  const [open, ...all] = lines(menu);
  expect(open).toBe("Open");
  cleanup();
  const is = (...words: string[]) => all.some((line) => words.includes(line.replace(/ \(not now\)$/, "")));
  const turns = is("Turn on", "Turn off");
  const tries = is("Try it");
  return { deeds: all.slice(Number(turns) + Number(tries)), tries, turns };
}

describe("the menu of a row has what its screen has", () => {
  const engine = new FakeEngine("full");
  const kinds = new Map(engine.hooks.map((hook) => [`${hook.state} ${hook.source} ${hook.draft}`, hook]));
  const hooks = [...kinds.values()].filter(({ state }) => state !== "replaced");

  it.each(hooks.map((hook) => [hook.id, hook] as const))("for %s", async (id, hook) => {
    const row = await inRow(paths.agent(hook.agent), "data-hook", id);
    expect(row).toEqual(await onScreen(paths.hook(id)));
  });

  it.each(engine.plugins.all.map(({ hook_id, agent }) => [hook_id, agent] as const))(
    "for %s",
    async (id, agent) => {
      const row = await inRow(paths.agent(agent), "data-plugin", id);
      expect(row).toEqual(await onScreen(paths.plugin(id)));
    },
  );
});

describe("a right click on a row", () => {
  const rowOf = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
  const rightClick = (target: Element) =>
    act(() => {
      target.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2 }));
    });

  it("opens a menu at once, with what is known before all of it is read", async () => {
    const { engine, user } = openApp("/agent/milady");
    await screen.findByRole("status", { name: "Results of what you did" });
    const read = backend.hook;
    let answer = () => {};
    vi.spyOn(backend, "hook").mockImplementation(async (id) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return read(id);
    });
    rightClick(await rowOf("Session memory"));
    const menu = await screen.findByRole("menu", { name: "What can be done here" });
    expect(lines(menu)).toEqual(["Open", "Turn off", "Try it", "More…Being read (not now)"]);
    await act(async () => answer());
    await within(menu).findByRole("menuitem", { name: "Remove…" });
    expect(lines(menu).slice(0, 3)).toEqual(["Open", "Turn off", "Try it"]);
    await user.click(within(menu).getByRole("menuitem", { name: "Turn off" }));
    await waitFor(() => expect(engine.calls.some((call) => call.startsWith("setEnabled("))).toBe(true));
    vi.restoreAllMocks();
  });

  it("opens the menu of that row while another one is open", async () => {
    const { user } = openApp("/agent/milady");
    await screen.findByRole("status", { name: "Results of what you did" });
    const other = await rowOf("Command logger");
    rightClick(await rowOf("Session memory"));
    await screen.findByRole("menu", { name: "What can be done here" });
    document.elementFromPoint = () => other;
    rightClick(screen.getByTestId("underlay"));
    await waitFor(() => expect(screen.getByRole("menu", { name: "What can be done here" })).toBeVisible());
    await user.click(await screen.findByRole("menuitem", { name: "Open" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Command logger" })).toBeVisible();
  });
});

describe("the menu of a plugin's row", () => {
  const [{ hook_id: id } = { hook_id: "" }] = new FakeEngine("full").plugins.all;
  const choose = async (name: string, arrange?: (engine: FakeEngine) => void) => {
    const { user } = openApp("/agent/openclaw", "full", arrange);
    const dots = await waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-plugin="${id}"] [aria-haspopup=menu]`);
      if (!found) throw new Error("it has no row");
      return found;
    });
    await user.click(dots);
    await user.click(await screen.findByRole("menuitem", { name }));
  };

  it("opens the program that it is", async () => {
    await choose("Edit program");
    await waitFor(() => expect(location.hash).toBe(`#${paths.file(id, "index.js")}`));
  });

  it("opens its sentence, to be changed", async () => {
    await choose("Change", ({ plugins }) => {
      plugins.sentences[id] = {
        event: "before_tool_call",
        tools: [],
        pattern: "",
        act: "block",
        with: "Not here",
        timeout: null,
        priority: null,
      };
    });
    expect(await screen.findByRole("textbox", { name: "With the reason" })).toHaveValue("Not here");
  });
});
