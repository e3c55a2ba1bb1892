import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { backend } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { makeHook, runtimeOf } from "../../backend/fake-data";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./TimelineScreen";

const two = (agent: "zeroclaw" | "moltis", events: string[]) => (engine: FakeEngine) => {
  const hook = (name: string, priority: number) => makeHook({ agent, name, title: name, events, priority });
  engine.hooks = [hook("guard", 5), hook("post", 0)];
  engine.agent(agent).found = true;
};

const titles = (item: HTMLElement) =>
  within(item)
    .getAllByRole("button")
    .map((button) => button.textContent);

async function moment(name: string) {
  const heading = await screen.findByRole("heading", { level: 2, name }, { timeout: 5000 });
  return heading.closest("li") as HTMLElement;
}

describe("the timeline of an agent", () => {
  it("changes the order with the keys, shows the change, and saves it as one", async () => {
    const { engine, user } = openApp(
      paths.timeline("zeroclaw"),
      "full",
      two("zeroclaw", ["before_tool_call"]),
    );
    const item = await moment("Tool is about to run");
    expect(titles(item)).toEqual(["guard", "post"]);
    const post = within(item).getByRole("button", { name: /post/ });
    post.focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(titles(item)).toEqual(["post", "guard"]);
    expect(screen.getByText("1 order changed")).toBeVisible();
    expect(screen.getByText(/was second/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show the files' changes" }));
    expect(await screen.findByText("+priority = 10")).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save order" }));
    await waitFor(() => expect(engine.hooks.find(({ name }) => name === "post")?.priority).toBe(20));
    await waitFor(() => expect(screen.queryByText("1 order changed")).toBeNull());
  });

  it("says when a moment was really sent", async () => {
    openApp(paths.timeline("zeroclaw"), "full", (engine) => {
      two("zeroclaw", ["before_tool_call"])(engine);
      engine.heard = [
        { agent: "zeroclaw", key: "before_tool_call", last: "2026-11-25T14:03:00Z", count: 3, fields: [] },
      ];
    });
    const item = await moment("Tool is about to run");
    expect(await within(item).findByText(/Heard 3 times, last/)).toBeVisible();
  });

  it("says that no hook runs since hooks are off", async () => {
    openApp(paths.timeline("zeroclaw"), "full", (engine) => {
      engine.hooks = [];
      engine.agent("zeroclaw").hooks_on = false;
    });
    expect(await screen.findByRole("heading", { name: "Hooks are off for ZeroClaw" })).toBeVisible();
    expect(screen.getByText(/the switch is on the agent's page/)).toBeVisible();
    expect(screen.queryByText("No hook runs at any moment")).toBeNull();
    await expectNoAxeViolations();
  });

  it("keeps what was not saved when hooks change on the disk, and asks before it is left", async () => {
    const { engine, user } = openApp(
      paths.timeline("zeroclaw"),
      "full",
      two("zeroclaw", ["before_tool_call"]),
    );
    const item = await moment("Tool is about to run");
    within(item).getByRole("button", { name: /post/ }).focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(titles(item)).toEqual(["post", "guard"]);
    const events = ["before_tool_call"];
    const late = makeHook({ agent: "zeroclaw", name: "late", title: "late", events, priority: -1 });
    engine.hooks = [...engine.hooks, late];
    engine.report("zeroclaw", [late]);
    const there = async (wished: string[]) =>
      waitFor(async () => expect(titles(await moment("Tool is about to run"))).toEqual(wished));
    await there(["post", "guard", "late"]);
    expect(screen.getByText("1 order changed")).toBeVisible();
    engine.hooks = engine.hooks.filter(({ name }) => name !== "guard");
    engine.report("zeroclaw", [], ["zeroclaw/managed/guard"]);
    await there(["post", "late"]);
    expect(screen.queryByText("1 order changed"), "nothing is left of it").toBeNull();
    within(await moment("Tool is about to run"))
      .getByRole("button", { name: /late/ })
      .focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    await user.click(screen.getByRole("button", { name: "ZeroClaw" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("The new order is lost.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await there(["late", "post"]);
  });

  it("is left without a question once its order is being saved", async () => {
    const { engine, user } = openApp(
      paths.timeline("zeroclaw"),
      "full",
      two("zeroclaw", ["before_tool_call"]),
    );
    const item = await moment("Tool is about to run");
    within(item).getByRole("button", { name: /post/ }).focus();
    await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    const { hooks } = backend;
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    backend.hooks = async (...args) => {
      await told;
      return hooks(...args);
    };
    await user.click(screen.getByRole("button", { name: "Save order" }));
    await waitFor(() => expect(engine.hooks.find(({ name }) => name === "post")?.priority).toBe(20));
    await user.click(screen.getByRole("button", { name: "ZeroClaw" }));
    await act(async () => {});
    expect(screen.queryByRole("alertdialog")).toBeNull();
    tell();
    expect(await screen.findByRole("heading", { level: 1, name: "ZeroClaw" })).toBeVisible();
  });

  it("saves the orders of several moments as one change", async () => {
    const events = ["before_tool_call", "before_prompt_build"];
    const { engine, user } = openApp(paths.timeline("zeroclaw"), "full", two("zeroclaw", events));
    const items = [await moment("Tool is about to run"), await moment("Prompt is built")];
    for (const item of items) {
      within(item).getByRole("button", { name: /post/ }).focus();
      await user.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    }
    await user.click(screen.getByRole("button", { name: "Save order" }));
    await waitFor(() => expect(screen.queryByText("2 orders changed")).toBeNull());
    expect(engine.calls.filter((call) => /setOrders.*true/.test(call))).toHaveLength(1);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    for (const item of items) await waitFor(() => expect(titles(item)).toEqual(["guard", "post"]));
  });

  it("changes it with a drag, and puts it back", async () => {
    const { user } = openApp(paths.timeline("zeroclaw"), "full", two("zeroclaw", ["before_tool_call"]));
    const item = await moment("Tool is about to run");
    const [guard, post] = within(item).getAllByRole("button");
    // jsdom lays nothing out.
    document.elementFromPoint = () => guard as HTMLElement;
    const drag = (x: number) => {
      fireEvent.pointerDown(post as HTMLElement, { button: 0, clientX: 100, clientY: 10 });
      fireEvent.pointerMove(post as HTMLElement, { clientX: x, clientY: 10 });
      fireEvent.pointerUp(post as HTMLElement, { clientX: x, clientY: 10 });
    };
    drag(98);
    expect(titles(item)).toEqual(["guard", "post"]);
    drag(20);
    expect(titles(item)).toEqual(["post", "guard"]);
    fireEvent.click(post as HTMLElement, { detail: 1 });
    expect(screen.getByRole("heading", { level: 1, name: "Timeline" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Put back" }));
    expect(titles(item)).toEqual(["guard", "post"]);
  });

  it("marks who can stop what happens, who can only change it, and who can do neither", async () => {
    openApp(paths.timeline("zeroclaw"), "full", (engine) => {
      two("zeroclaw", ["before_prompt_build"])(engine);
      const [guard, post] = engine.hooks;
      if (guard?.action) guard.action.kind = "prompt";
      if (post?.action) post.action.kind = "http";
    });
    const item = await moment("Prompt is built");
    expect(within(item).getByLabelText("It can change what happens, and not stop it")).toBeVisible();
    expect(within(item).queryByLabelText("It can change or stop what happens")).toBeNull();
    expect(screen.getByText("can change it")).toBeVisible();
  });

  it("names a version that is assumed as the engine does", async () => {
    openApp(paths.timeline("moltis"), "full", (engine) => {
      two("moltis", ["MessageSending"])(engine);
      engine.agent("moltis").runtime = runtimeOf("moltis", { basis: "assumed" });
    });
    const item = await moment("Answer is about to go out");
    expect(item).toHaveTextContent("never sent by Moltis (taken to be 2026-08-21)");
  });

  it("says why an order cannot be changed, and what is never sent", async () => {
    const { user } = openApp(
      paths.timeline("moltis"),
      "full",
      two("moltis", ["BeforeToolCall", "MessageSending"]),
    );
    const item = await moment("Tool is about to run");
    expect(within(item).getByRole("button", { name: /post/ })).not.toHaveAttribute("data-movable");
    expect(screen.getByText(/order cannot be changed: It goes by folder name/)).toBeVisible();
    expect(screen.getByText(/After 5 failures in a row, Moltis leaves a hook out/)).toBeVisible();
    expect(await moment("Answer is about to go out")).toHaveTextContent(/never sent by Moltis/);
    expect(screen.queryByRole("heading", { level: 2, name: "Session starts" })).toBeNull();
    await user.click(screen.getByRole("radio", { name: "All moments" }));
    expect(await moment("Session starts")).toHaveTextContent("no hook");
  });
});
