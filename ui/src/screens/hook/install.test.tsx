import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError, type InstallReport } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { joined } from "../../data/jobs";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp, openHook } from "../../test/app";
// Before any clock runs: it is loaded when it is wanted.
import "./HookScreen";

const VOICE = "milady/workspace/voice-notes";

const installed: InstallReport = {
  outcome: "installed",
  sentence: "ffmpeg was installed in ~/bin.",
  hint: null,
  technical: null,
};
const failed: InstallReport = {
  outcome: "failed",
  sentence: "Homebrew could not install ffmpeg: the disk is full.",
  hint: "Free some space on the disk, then try again.",
  technical: "exit status 1",
};

const button = () => screen.getByRole("button", { name: "Install ffmpeg with Homebrew" });
const card = () => screen.findByRole("region", { name: "Installation of ffmpeg" });

async function begun(arrange?: (engine: FakeEngine) => void) {
  const app = await openHook(VOICE, "full", arrange);
  await app.user.click(button());
  const region = await card();
  return { ...app, region };
}

describe("ways to install a program", () => {
  it("shows the command before the click, and the other ways one click away", async () => {
    const { user, engine } = await openHook(VOICE);
    expect(screen.getByText("brew install ffmpeg")).toBeVisible();
    expect(screen.queryByText("sudo apt install ffmpeg")).toBeNull();
    await user.click(screen.getByRole("button", { name: "2 other ways" }));
    expect(screen.getByText("sudo apt install ffmpeg")).toBeVisible();
    expect(screen.getByText("Run it in a terminal: it asks for your password.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    expect(await navigator.clipboard.readText()).toBe("sudo apt install ffmpeg");
    expect(engine.calls.some((call) => call.startsWith("installProgram"))).toBe(false);
  });

  it("says beside the button why it did not begin", async () => {
    const { user } = await openHook(VOICE, "full", (engine) =>
      engine.failures.set(
        "installProgram",
        new EngineError({ code: "refused", message: "ffmpeg is on this computer already.", hint: null }),
      ),
    );
    await user.click(button());
    expect(await screen.findByRole("alert")).toHaveTextContent("ffmpeg is on this computer already.");
  });
});

describe("an installation", () => {
  it("goes through steps that keep their places, and ends with words that are announced", async () => {
    const { engine, region, user } = await begun();
    expect(engine.calls).toContain(`installProgram(${VOICE}, ffmpeg, brew)`);
    const titles = () =>
      within(region)
        .getAllByRole("listitem")
        .map((item) => item.querySelector("b")?.textContent);
    expect(titles()).toEqual(["Look for Homebrew", "Install ffmpeg", "Check again"]);
    expect(within(region).getByRole("status")).toHaveTextContent("Install ffmpeg…");
    const bar = within(region).getByRole("progressbar", { name: "Install ffmpeg" });
    expect(bar).not.toHaveAttribute("aria-valuenow");

    act(() => engine.jobs.tell("ffmpeg", { progress: { percent: 57, text: "12 of 21 packages" } }));
    expect(await within(region).findByText("12 of 21 packages")).toBeVisible();
    expect(bar).toHaveAttribute("aria-valuenow", "57");
    // The way that is being gone keeps its place and its focus, and is not started twice.
    const busy = screen.getByRole("button", { name: "Install ffmpeg with Homebrew" });
    expect(busy).toHaveTextContent("Installing…");
    await user.click(busy);
    expect(engine.calls.filter((call) => call.startsWith("installProgram")).length).toBe(1);

    act(() => engine.jobs.end("ffmpeg", installed));
    expect(titles()).toEqual(["Look for Homebrew", "Install ffmpeg", "Check again"]);
    await waitFor(() =>
      expect(within(region).getByRole("status")).toHaveTextContent("ffmpeg was installed in ~/bin."),
    );
    // Nothing is over the steps that says the same once more.
    const results = screen.getByRole("status", { name: "Results of what you did" });
    expect(results).toBeEmptyDOMElement();
    await user.click(within(region).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Installation of ffmpeg" })).toBeNull());
  });

  it("offers a way to stop it once it takes a while", async () => {
    const { engine, region, user } = await begun();
    const cancel = within(region).getByText("Cancel");
    expect(cancel.className).toContain("notYet");
    act(() => engine.jobs.tell("ffmpeg", { elapsed: 2500 }));
    await waitFor(() => expect(cancel.className).not.toContain("notYet"));
    await user.click(cancel);
    expect(engine.calls).toContain("cancelJob(ffmpeg-1)");
    await waitFor(() =>
      expect(within(region).getByRole("status")).toHaveTextContent(
        "ffmpeg was not installed: you stopped it.",
      ),
    );
  });

  it("says why it failed, and can be tried again", async () => {
    const { engine, region, user } = await begun();
    act(() => engine.jobs.end("ffmpeg", failed));
    expect((await within(region).findAllByText(failed.sentence)).length).toBe(2);
    expect(within(region).getByText("Free some space on the disk, then try again.")).toBeVisible();
    await user.click(within(region).getByRole("button", { name: "Try again" }));
    expect(engine.calls.filter((call) => call.startsWith("installProgram")).length).toBe(2);
    await waitFor(() => expect(within(region).queryByText(failed.sentence)).toBeNull());
  });

  it("shows what is printed when asked, follows it, and lets it be copied", async () => {
    const { engine, region, user } = await begun();
    act(() => engine.jobs.tell("ffmpeg", {}, "first\n"));
    await user.click(within(region).getByRole("button", { name: "Show details" }));
    const log = await within(region).findByRole("log", { name: "What was printed" });
    await waitFor(() => expect(log).toHaveTextContent("first"));
    act(() => engine.jobs.tell("ffmpeg", {}, "second\n"));
    await waitFor(() => expect(log).toHaveTextContent("first second"));
    await user.click(within(region).getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe("first\nsecond\n");
  });

  it("is there again when the screen was left and opened once more", async () => {
    const { engine } = await begun();
    act(() => {
      location.hash = paths.agent("milady");
    });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Installation of ffmpeg" })).toBeNull());
    act(() => engine.jobs.tell("ffmpeg", { progress: { percent: 80, text: "Pouring" } }));
    act(() => {
      location.hash = paths.hook(VOICE);
    });
    expect(within(await card()).getByText("Pouring")).toBeVisible();

    // Elsewhere the end is told where results are.
    act(() => {
      location.hash = paths.agent("milady");
    });
    await waitFor(() => expect(screen.queryByRole("region", { name: "Installation of ffmpeg" })).toBeNull());
    act(() => engine.jobs.end("ffmpeg", installed));
    const results = screen.getByRole("status", { name: "Results of what you did" });
    await waitFor(() => expect(results).toHaveTextContent("ffmpeg was installed in ~/bin."));
  });

  it.each(["installing", "install-failed", "installed"] as const)(
    "%s has no axe violations",
    async (scenario) => {
      const { user } = await openHook(VOICE, scenario);
      await user.click(within(await card()).getByRole("button", { name: "Show details" }));
      await screen.findByText(/Fetching dependencies/);
      await expectNoAxeViolations();
    },
  );
});

describe("closing the window meanwhile", () => {
  it("asks, and stops the work only after a yes", async () => {
    const { engine, user } = openApp();
    await screen.findByRole("heading", { level: 1 });
    act(() => engine.jobs.askToClose(["Installing ffmpeg"]));
    const first = await screen.findByRole("alertdialog", { name: "Stop this and close Tacklebox?" });
    expect(within(first).getByText("Installing ffmpeg is stopped.")).toBeVisible();
    act(() => engine.jobs.askToClose(["Installing ffmpeg"]));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(engine.jobs.closed).toBe(false);
    act(() => engine.jobs.askToClose(["Installing ffmpeg"]));
    await user.click(await screen.findByRole("button", { name: "Stop and close" }));
    await waitFor(() => expect(engine.jobs.closed).toBe(true));
  });
});

describe("parts of an output", () => {
  const known = { from: 0, to: 4, text: "one\n" };

  it("are joined where they meet", () => {
    expect(joined(known, { from: 4, to: 8, text: "two\n" })).toEqual({ from: 0, to: 8, text: "one\ntwo\n" });
    expect(joined(known, { from: 0, to: 4, text: "one\n" })).toBe(known);
  });

  it("are asked for again where something is left out", () => {
    expect(joined(known, { from: 6, to: 8, text: "o\n" })).toBeNull();
  });
});
