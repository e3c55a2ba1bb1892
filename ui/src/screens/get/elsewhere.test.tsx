import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Loaded late in the window; here it is not waited for.
import "../review/ReviewScreen";

const field = () => screen.getByRole("textbox", { name: "npm name or address" });

async function openGet(path = "/get/milady") {
  const app = openApp(path, "full");
  await screen.findByRole("heading", { name: "From somewhere else" });
  return app;
}

describe("hooks from somewhere else", () => {
  it("are looked at by their address, for the agent that is chosen", async () => {
    const { user, engine } = await openGet("/get/moltis");
    await user.click(screen.getByRole("button", { name: "Get one from elsewhere" }));
    expect(field()).toHaveFocus();
    await user.keyboard("@ana/slow-guard@next");
    expect(await screen.findByText("The npm package @ana/slow-guard, next")).toBeVisible();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { level: 1, name: "Getting @ana/slow-guard" })).toHaveFocus();
    expect(engine.calls).toContain("lookAt(npm:@ana/slow-guard@next, moltis)");
  });

  it("are checked as they are typed, and nothing is asked of the engine that it would refuse", async () => {
    const { user, engine } = await openGet();
    await user.type(field(), "http://example.org/hooks.zip");
    expect(await screen.findByText(/Only https is fetched/)).toBeVisible();
    expect(field()).toHaveAttribute("aria-invalid", "true");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Look at it" }));
    await waitFor(() => expect(field()).toHaveFocus());
    expect(engine.calls.join()).not.toContain("lookAt");
    await user.clear(field());
    await waitFor(() => expect(field()).not.toHaveAttribute("aria-invalid"));
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Type an npm name or an address first.")).toBeVisible();
  });

  it("say beside the field why they could not be looked at, and keep what was typed", async () => {
    const { user, engine } = await openGet();
    const failure = {
      code: "refused" as const,
      message: "This computer has no git.",
      hint: "Install git, then try again.",
    };
    engine.failures.set("lookAt", new EngineError(failure));
    await user.type(field(), "git+https://example.org/ana/hooks{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("This computer has no git.");
    expect(field()).toHaveValue("git+https://example.org/ana/hooks");
  });

  it("are picked in the system's own dialog, which may be closed again", async () => {
    const { user, engine } = await openGet();
    engine.incoming.picks = null;
    await user.click(screen.getByRole("button", { name: "Choose a folder…" }));
    expect(engine.calls).toContain("pickHookFolder(milady)");
    expect(screen.getByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
    engine.incoming.picks = "pick";
    await user.click(screen.getByRole("button", { name: "Choose an archive…" }));
    expect(engine.calls).toContain("pickArchive(milady)");
    expect(
      await screen.findByRole("heading", { level: 1, name: "Install Dangerous-command guard?" }),
    ).toBeVisible();
  });

  it("opens what a link started the window with, and says why a link is none", async () => {
    const { engine } = openApp("/", "full", (fake) => void fake.incoming.propose("npm:dcg-guard"));
    expect(await screen.findByRole("button", { name: "Look at it" })).toBeVisible();
    const problem = {
      code: "unsupported-source" as const,
      message: "“x” is not a link to a hook.",
      hint: null,
    };
    act(() => engine.incoming.offer(null, problem));
    expect(await screen.findByText("“x” is not a link to a hook.")).toBeVisible();
  });

  it("can be dropped anywhere: the window says so, and what was dropped is shown", async () => {
    const { engine } = openApp("/hooks");
    await screen.findByRole("heading", { level: 1, name: "All hooks" });
    await waitFor(() => expect(engine.incoming.listened).toBe(true));
    act(() => engine.incoming.hover(true));
    expect(screen.getByText("Drop it to look at it")).toBeVisible();
    await expectNoAxeViolations();
    act(() => engine.incoming.hover(false));
    expect(screen.queryByText("Drop it to look at it")).toBeNull();
    act(() => engine.incoming.offer("good"));
    expect(
      await screen.findByRole("heading", { level: 1, name: "Install Dangerous-command guard?" }),
    ).toBeVisible();
  });
});
