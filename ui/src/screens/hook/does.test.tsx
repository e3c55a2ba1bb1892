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
    const conditions = { channels: ["telegram"], users: ["admin"], pattern: "deploy" };
    const card = await does({ agent: "zeroclaw", action, conditions, timeout_secs: 7, priority: 5 });
    for (const said of ["Sends a request", "PUT", "https://example.com/x", '{"a": 1}', "Accept: text/plain"])
      expect(card.getByText(said)).toBeVisible();
    for (const said of ["Authorization: ••••••", "in telegram", "for admin", "deploy", "7 seconds"])
      expect(card.getByText(said)).toBeVisible();
    expect(card.getByText("5 · higher runs first")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("is a command with its folder and the variables that it is given", async () => {
    const env = { PLACE: "here", A_TOKEN: "••••••" };
    const action = actionOf({ kind: "shell", command: "./x.sh", workdir: "/tmp", env });
    const card = await does({ agent: "moltis", action });
    for (const said of ["Runs a command", "./x.sh", "/tmp", "PLACE=here", "A_TOKEN=••••••"])
      expect(card.getByText(said)).toBeVisible();
  });

  it("is a text with its place", async () => {
    const action = actionOf({ kind: "prompt", content: "Be short.", position: "append" });
    const card = await does({ agent: "zeroclaw", action });
    expect(card.getByText("Behind the prompt")).toBeVisible();
    expect(card.getByText("Be short.")).toBeVisible();
  });
});
