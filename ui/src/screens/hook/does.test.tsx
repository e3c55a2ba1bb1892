import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Hook } from "../../backend";
import { actionOf, makeHook } from "../../backend/fake-data";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "./HookScreen";

async function does(part: Partial<Omit<Hook, "runtime">>) {
  const hook = makeHook({ name: "told", title: "Told", ...part });
  openApp(paths.hook(hook.id), "full", (engine) => {
    engine.hooks = [...engine.hooks, hook];
  });
  return within(await screen.findByRole("region", { name: "What it does" }, { timeout: 5000 }));
}

describe("what a hook does, on its screen", () => {
  it("is a request with method, headers and text, for whom, for how long and in which order", async () => {
    const action = actionOf({
      ...{ kind: "http", method: "PUT", url: "https://example.com/x", body: '{"a": 1}' },
      headers: { Accept: "text/plain", Authorization: "••••••" },
    });
    const conditions = { channels: ["telegram"], users: ["admin"], pattern: "deploy", nobody: false };
    const card = await does({ agent: "zeroclaw", action, conditions, timeout_secs: 7, priority: 5 });
    for (const said of ["Sends a request", "PUT", "https://example.com/x", '{"a": 1}', "Accept: text/plain"])
      expect(card.getByText(said)).toBeVisible();
    for (const said of ["Authorization: ••••••", "in telegram", "for admin", "deploy", "7 seconds"])
      expect(card.getByText(said)).toBeVisible();
    expect(card.getByText("5 · higher runs first")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("is for nobody where an empty list counts", async () => {
    const conditions = { channels: [], users: [], pattern: null, nobody: true };
    const action = actionOf({ kind: "shell", command: "./x.sh" });
    const card = await does({ agent: "zeroclaw", action, conditions });
    expect(card.getByText("Nobody: a list of its conditions is empty")).toBeVisible();
    expect(card.queryByText(/runs every time/)).toBeNull();
  });

  it("is a command with its folder and the variables that it is given", async () => {
    const env = { PLACE: "here", A_TOKEN: "••••••" };
    const action = actionOf({ kind: "shell", command: "./x.sh", workdir: "/tmp", env });
    const card = await does({ agent: "moltis", action });
    for (const said of ["Runs a command", "./x.sh", "/tmp", "PLACE=here", "A_TOKEN=••••••"])
      expect(card.getByText(said)).toBeVisible();
  });

  it("is a module with its file and what of it is called", async () => {
    const dir = "/home/ana/.milady/hooks/told";
    const handler = { kind: "module", path: `${dir}/src/index.ts`, export: "run" } as const;
    const card = await does({ agent: "milady", dir, handler, action: actionOf({ kind: "module" }) });
    expect(card.getByText("src/index.ts")).toBeVisible();
    expect(card.getByText(/of which run is called/)).toBeVisible();
  });

  it("says where the version in force does not look at its order number", async () => {
    const action = actionOf({ kind: "shell", command: "./x.sh" });
    const card = await does({ agent: "moltis", action, priority: 5 });
    expect(card.getByText(/^5 · Moltis 2026-08-21 does not look at order numbers/)).toBeVisible();
    expect(card.queryByText(/higher runs first/)).toBeNull();
  });

  it("names who runs before it and can stop it, with a way there", async () => {
    const of = { agent: "zeroclaw", events: ["before_tool_call"] } as const;
    const shell = actionOf({ kind: "shell", command: "exit 1" });
    const send = actionOf({ kind: "http", url: "https://example.com" });
    const make = (name: string, priority: number, action = shell) =>
      makeHook({ ...of, events: [...of.events], name, title: name, priority, action });
    const [first, sends, own, last] = [
      make("first", 9),
      make("sends", 8, send),
      make("own", 5),
      make("last", 1),
    ];
    const { user } = openApp(paths.hook(own.id), "full", (engine) => {
      engine.hooks = [first, sends, own, last];
    });
    const card = within(await screen.findByRole("region", { name: "What it does" }, { timeout: 5000 }));
    expect(await card.findByText("Runs after")).toBeVisible();
    for (const name of ["sends", "last"]) expect(card.queryByRole("button", { name })).toBeNull();
    await expectNoAxeViolations();
    await user.click(card.getByRole("button", { name: "first" }));
    expect(await screen.findByRole("heading", { level: 1, name: "first" })).toBeVisible();
  });

  it("is a text with its place", async () => {
    const action = actionOf({ kind: "prompt", content: "Be short.", position: "append" });
    const card = await does({ agent: "zeroclaw", action });
    expect(card.getByText("Behind the prompt")).toBeVisible();
    expect(card.getByText("Be short.")).toBeVisible();
  });
});
