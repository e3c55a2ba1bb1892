import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Loaded late in the window; here it is not waited for.
import "./ReviewScreen";

/** A scene of the fake by its name. */
async function openReview(scene: string, title: string | RegExp) {
  const app = openApp(paths.review(scene), "full");
  await screen.findByRole("heading", { level: 1, name: title });
  return app;
}

const button = (name: string) => screen.getByRole("button", { name });
const GUARD = "Install Dangerous-command guard?";
const PACK = "Install Ana's hooks?";

/** A row of the facts by its term. */
function row(term: string): HTMLElement {
  const found = screen.getAllByRole("term").find((element) => element.textContent === term);
  if (!found) throw new Error(`There is no row ${term}.`);
  return found.parentElement as HTMLElement;
}

describe("what proves where it comes from", () => {
  it("says what a package was built from", async () => {
    await openReview("pack", PACK);
    expect(screen.getByText("Built from commit f0b49a04e5a6 of github.com/ana/hooks.")).toBeVisible();
  });

  it("warns where the proof does not hold", async () => {
    await openReview("unproven", PACK);
    expect(screen.getByText(/it is about another archive of this package\.$/)).toBeVisible();
    expect(screen.getByText(/Ask its author before you install it/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("is silent about files that nothing could prove", async () => {
    await openReview("good", GUARD);
    expect(screen.queryByText(/built from|is signed|is not signed/i)).toBeNull();
  });
});

describe("the review of one hook", () => {
  it("says what it does, wants and brings before anything is placed", async () => {
    const { user, engine } = await openReview("good", GUARD);
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(screen.getByText("dcg-guard-1.2.zip")).toBeVisible();
    expect(row("When")).toHaveTextContent(
      "Every time the agent is about to use a tool · can change or stop it",
    );
    expect(row("Runs")).toHaveTextContent("./handler.sh, with your rights, for at most 5 seconds");
    expect(within(row("Needs")).getAllByRole("listitem")).toHaveLength(3);
    expect(within(row("Needs")).getByRole("img", { name: "Missing" })).toBeVisible();
    expect(row("Goes to")).toHaveTextContent("~/.moltis/hooks/dcg-guard3 files, 2.9 kB");
    await user.click(button("Show: Files of Dangerous-command guard"));
    expect(within(row("Goes to")).getByText("handler.sh")).toBeVisible();
    expect(screen.getByText("Written for Moltis and Eliza.")).toBeVisible();
    expect(screen.getByText("handler.sh, line 12")).toBeVisible();
    expect(screen.getByText(/^curl -fsS/)).toBeVisible();
    expect(engine.calls.join()).not.toContain("installIncoming");
    await expectNoAxeViolations();
  });

  it("says first that its program would not load", async () => {
    await openReview("broken", GUARD);
    expect(screen.getByText("Moltis would not load it.").parentElement).toHaveTextContent(
      "Its handler cannot be loaded: it imports ./rules.mjs, and there is no such file.",
    );
    await expectNoAxeViolations();
  });

  it("says of a pack which of its hooks would not load, and why where it is opened", async () => {
    const { user } = await openReview("broken-pack", PACK);
    const said = screen.getByText(/^Milady would not load /).textContent ?? "";
    const title = said.replace("Milady would not load ", "").replace(/\.$/, "");
    const head = screen.getByRole("button", { name: new RegExp(`${title}.*Broken`) });
    await user.click(head);
    const item = head.closest("li") as HTMLElement;
    expect(within(item).getByText(/Its handler cannot be loaded/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("installs it off; turning it on leads to its screen, at what is missing", async () => {
    const { user, engine } = await openReview("good", GUARD);
    await user.click(button("Install"));
    expect(engine.calls).toContain("installIncoming(good, false)");
    expect(await screen.findByText("It is off. None of it runs until you turn it on.")).toBeVisible();
    expect(screen.getByText("Needs the program dcg")).toBeVisible();
    expect(
      within(screen.getByRole("status", { name: "Results of what you did" })).getByText(/was installed/),
    ).toBeVisible();
    await expectNoAxeViolations();
    await user.click(button("Turn it on"));
    expect(engine.calls).toContain("setEnabled(moltis/managed/dcg-guard, true, false)");
    expect(await screen.findByRole("heading", { name: "Setup · 1 of 2 left" })).toBeVisible();
    expect(location.hash).toBe(`#${paths.hook("moltis/managed/dcg-guard", "setup")}`);
  });

  it("with something serious in it is left off by the main button, and turned on anyway by the other", async () => {
    const { user, engine } = await openReview("good", GUARD);
    const serious = engine.incoming.view("pack").state;
    const found = serious.kind === "review" ? serious.review.findings : [];
    engine.found.set("moltis/managed/dcg-guard", found.slice(0, 1));
    await user.click(button("Install"));
    expect(await screen.findByText(/Downloads a program and runs it at once/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Turn it on" })).toBeNull();
    await expectNoAxeViolations();
    await user.click(button("Turn it on anyway"));
    expect(engine.calls).toContain("setEnabled(moltis/managed/dcg-guard, true, false)");
  });

  it("can be taken back for a while", async () => {
    const { user, engine } = await openReview("good", GUARD);
    await user.click(button("Install"));
    await screen.findByRole("button", { name: "Turn it on" });
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("heading", { level: 1, name: "This was taken back" })).toBeVisible();
    expect(engine.hooks.map(({ name }) => name)).not.toContain("dcg-guard");
    await expectNoAxeViolations();
  });

  it("is put away unseen by Don't install", async () => {
    const { user, engine } = await openReview("good", GUARD);
    await user.click(button("Don't install"));
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
    expect(engine.calls).toContain("cancelIncoming(good)");
    expect(engine.hooks.map(({ name }) => name)).not.toContain("dcg-guard");
  });

  it("is shown again for another agent, and says why not for all of them", async () => {
    const { user, engine } = await openReview("good", GUARD);
    await user.click(button("Not for Milady and ZeroClaw"));
    expect(
      screen.getByText("It is written for Moltis: ZeroClaw reads its hooks from other files."),
    ).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Eliza" }));
    expect(engine.calls).toContain("reviewFor(good, eliza)");
    await waitFor(() => expect(row("Goes to")).toHaveTextContent("~/.eliza/hooks/dcg-guard"));
  });

  it("has no Install where it is for another agent, says why, and leads on to that agent", async () => {
    const { user, engine } = await openReview("blocked", GUARD);
    expect(
      screen.getByText("It is written for Moltis: Milady reads its hooks from other files."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Install" })).toBeNull();
    expect(screen.queryByText("Safety check")).toBeNull();
    expect(button("Close")).toBeVisible();
    await expectNoAxeViolations();
    await user.click(button("See it for Moltis"));
    expect(engine.calls).toContain("reviewFor(blocked, moltis)");
    expect(await screen.findByRole("button", { name: "Install" })).toBeVisible();
  });

  it("says next to the button why it was not installed", async () => {
    const { user, engine } = await openReview("good", GUARD);
    const failure = {
      code: "not-written" as const,
      message: "~/.moltis is read-only.",
      hint: "Nothing was written.",
    };
    engine.failures.set("installIncoming", new EngineError(failure));
    await user.click(button("Install"));
    expect(await screen.findByRole("alert")).toHaveTextContent("~/.moltis is read-only.");
    expect(button("Install")).toBeVisible();
  });
});

describe("the review of a pack", () => {
  it("has its hooks folded, each with its parts", async () => {
    const { user } = await openReview("pack", PACK);
    expect(screen.getByRole("heading", { name: "3 hooks" })).toBeVisible();
    expect(screen.queryByText("When")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Send digest/ }));
    expect(row("Needs")).toHaveTextContent("Slack token · Not set yet");
    expect(row("Goes to")).toHaveTextContent("~/.milady/hooks/send-digest2 files, 4.1 kB");
    expect(row("Replaces")).toHaveTextContent("~/.milady/hooks/clean-up");
    expect(row("Not installed")).toHaveTextContent("date-fns and @slack/web-api");
    expect(row("Other files")).toHaveTextContent("1 file, 4.1 kB");
    await expectNoAxeViolations();
  });

  it("wants one more deliberate step where something is high, and never has the focus on it", async () => {
    const { user, engine } = await openReview("pack", PACK);
    const box = screen.getByRole("checkbox", { name: /^I have read all 2/ });
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(button("Install anyway")).toHaveAttribute("aria-disabled", "true");
    await user.click(button("Install anyway"));
    expect(engine.calls.join()).not.toContain("installIncoming");
    expect(box).not.toHaveFocus();
    expect(screen.getByRole("heading", { name: "Safety check" })).toHaveFocus();
    await user.click(box);
    expect(button("Install anyway")).not.toHaveAttribute("aria-disabled");
    await user.click(button("Install anyway"));
    expect(engine.calls).toContain("installIncoming(pack, true)");
    expect(await screen.findByRole("heading", { level: 1, name: "3 hooks are installed" })).toBeVisible();
    await expectNoAxeViolations();
    // What was accepted stays in sight, and is looked at before it can be turned on.
    expect(screen.getByText("2 findings need your care.")).toBeVisible();
    expect(screen.queryByRole("switch", { name: "Run Clean up" })).toBeNull();
    expect(button("Look at Clean up")).toBeVisible();
    await user.click(screen.getByRole("switch", { name: "Run Meeting notes" }));
    expect(engine.calls).toContain("setEnabled(milady/managed/meeting-notes, true, false)");
    await user.click(button("Show the list"));
    expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
  });

  it("asks again for what is high when it is shown for another agent", async () => {
    const { user } = await openReview("pack", PACK);
    await user.click(screen.getByRole("checkbox"));
    await user.click(screen.getByRole("radio", { name: "OpenClaw" }));
    expect(screen.getByRole("radio", { name: "OpenClaw" })).toHaveFocus();
    await waitFor(() => expect(screen.getByRole("checkbox")).not.toBeChecked());
    expect(button("Install anyway")).toHaveAttribute("aria-disabled", "true");
  });

  it("shows the worst findings first and folds the notes", async () => {
    const { user } = await openReview("pack", PACK);
    const safety = screen.getByRole("region", { name: "Safety check" });
    const order = within(safety)
      .getAllByText(/, line \d+$/)
      .map((element) => element.textContent);
    expect(order).toEqual([
      "clean-up/index.js, line 31",
      "clean-up/index.js, line 44",
      "send-digest/handler.ts, line 18",
    ]);
    await user.click(within(safety).getByRole("button", { name: "2 notes" }));
    expect(within(safety).getByText("meeting-notes/handler.ts, line 22")).toBeVisible();
  });
});

describe("the review of an update", () => {
  it("begins with the diff", async () => {
    const { user, engine } = await openReview("update", "Update Dangerous-command guard?");
    const changes = screen.getByRole("region", { name: "What the update changes" });
    expect(within(changes).getByRole("group", { name: "Changes in handler.sh" })).toHaveTextContent(
      "+rules=",
    );
    expect(within(changes).getByText("It is not text.")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    await expectNoAxeViolations();
    await user.click(button("Update"));
    expect(engine.calls).toContain("installIncoming(update, false)");
  });

  it("says when there is nothing newer", async () => {
    await openReview("up-to-date", "Dangerous-command guard is up to date");
    expect(
      screen.getByText("Version 1.2.0 is installed, the same as at its source. Nothing was changed."),
    ).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("a download", () => {
  it("shows its steps and bytes, and can be cancelled after a while", async () => {
    const { user, engine } = await openReview("slow", "Getting ana-hooks");
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "28");
    expect(screen.getByText("3.4 MB of 12 MB")).toBeVisible();
    expect(screen.getByRole("img", { name: "In progress" })).toBeVisible();
    await expectNoAxeViolations();
    act(() => void engine.incoming.tell("slow", { progress: { bytes: 6_000_000, total: null } }));
    expect(await screen.findByText("6 MB so far")).toBeVisible();
    expect(screen.getByRole("progressbar")).not.toHaveAttribute("aria-valuenow");
    await user.click(await screen.findByText("Cancel"));
    expect(engine.calls).toContain("cancelIncoming(slow)");
    expect(
      await screen.findByText("You stopped it. Nothing was installed, and none of it was kept."),
    ).toBeVisible();
    await expectNoAxeViolations();
    await user.click(button("Start again"));
    expect(engine.calls).toContain("lookAt(npm:ana-hooks@0.9.3, milady)");
  });

  it("tells its end where the person went elsewhere, with the way back", async () => {
    const { user, engine } = openApp("/get/moltis", "full");
    await user.type(await screen.findByRole("textbox", { name: "npm name or address" }), "slow-guard{Enter}");
    await screen.findByRole("heading", { level: 1, name: "Getting slow-guard" });
    await user.click(screen.getByRole("link", { name: "Activity" }));
    const { state } = engine.incoming.view("good");
    act(() => void engine.incoming.tell("job-1", { state }));
    expect(await screen.findByText("npm:slow-guard is ready to be looked at.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await screen.findByRole("heading", { level: 1, name: GUARD })).toBeVisible();
  });
});

describe("what comes to nothing", () => {
  it("says what was refused, what is unharmed and what to do", async () => {
    const { user } = await openReview("hostile", "This was refused");
    expect(screen.getByText(/“\.\.\/\.\.\/\.bashrc” would be written outside its folder\./)).toBeVisible();
    expect(screen.getByText(/Nothing on this computer was changed\. Ask its author/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await expectNoAxeViolations();
    await user.click(button("Choose another"));
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
  });

  it("can be tried again where the network was the reason", async () => {
    const { user, engine } = await openReview("offline", "This could not be fetched");
    // Once what happened, once what is unharmed, once what to do.
    const said = document.querySelector("main")?.textContent ?? "";
    expect(said.match(/then try again/g)?.length ?? 0).toBeLessThan(2);
    expect(said).not.toContain("Nothing was installed. Check");
    await expectNoAxeViolations();
    await user.click(button("Try again"));
    expect(engine.calls).toContain("lookAt(https://example.org/dcg-guard-1.2.zip, milady)");
    expect(await screen.findByRole("heading", { level: 1, name: GUARD })).toBeVisible();
  });

  it("says that there are no hooks in it", async () => {
    await openReview("empty", "There are no hooks in it");
    await expectNoAxeViolations();
  });

  it("says that a review of before the start is gone", async () => {
    await openReview("job-9", "This is no longer being looked at");
    await expectNoAxeViolations();
  });
});

describe("a link of a web page", () => {
  it("is shown whole, and nothing is fetched before the person wants it", async () => {
    const { user, engine } = openApp("/hooks", "full");
    await screen.findByRole("heading", { level: 1, name: "All hooks" });
    await waitFor(() => expect(engine.incoming.listened).toBe(true));
    const source = "https://downloads.example.org/a/very/long/way/to/dcg-guard-1.2.zip?from=newsletter";
    act(() => void engine.incoming.propose(source));
    const title = "A web page asks Tacklebox to look at this";
    expect(await screen.findByRole("heading", { level: 1, name: title })).toHaveFocus();
    expect(screen.getByText(source)).toBeVisible();
    expect(engine.calls.join()).not.toContain("lookAt");
    await expectNoAxeViolations();
    await user.click(button("Look at it"));
    expect(engine.calls.join()).toContain("lookAtProposed(");
    expect(await screen.findByRole("heading", { level: 1, name: GUARD })).toBeVisible();
  });

  it("is left by Don't look", async () => {
    const { user, engine } = await openReview("proposal", "A web page asks Tacklebox to look at this");
    await user.click(button("Don't look"));
    expect(engine.calls).toContain("cancelIncoming(proposal)");
    expect(engine.calls.join()).not.toContain("lookAt");
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
  });
});
