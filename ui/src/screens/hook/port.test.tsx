import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import { DIGEST_HOOK, MEMORY } from "../../backend/fake-receipts";
import { expectNoAxeViolations, openHook } from "../../test/app";
// Before the clock runs: the screen is loaded when it is opened.
import "./HookScreen";
import { resetPorts } from "./ported";

afterEach(resetPorts);

const failure = (message: string) => new EngineError({ code: "refused", message, hint: null });
type Arrange = Parameters<typeof openHook>[2];

async function openSheet(id = MEMORY, arrange?: Arrange) {
  const app = await openHook(id, "full", arrange);
  await app.user.click(screen.getByRole("button", { name: "More" }));
  await app.user.click(screen.getByRole("menuitem", { name: "Copy to another agent…" }));
  const sheet = within(await screen.findByRole("dialog", { name: /^Copy .* to another agent$/ }));
  await waitFor(() => expect(sheet.queryAllByRole("radio")).not.toHaveLength(0));
  return { ...app, sheet };
}

async function copied(to: "Eliza" | "Moltis", arrange?: Arrange) {
  const app = await openSheet(MEMORY, arrange);
  await app.user.click(app.sheet.getByRole("radio", { name: new RegExp(to) }));
  await app.sheet.findByText(`~/.${to.toLowerCase()}/hooks/session-memory`);
  await app.user.click(app.sheet.getByRole("button", { name: "Copy" }));
  await screen.findByText("Copied from Session memory of Milady.");
  return app;
}

describe("making a copy of one's own", () => {
  it("makes a draft beside the hook, and goes to it", async () => {
    const { user, engine } = await openHook(MEMORY);
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Make my own copy" }));
    await screen.findByRole("heading", { level: 1, name: /Session memory, my copy/ });
    expect(engine.calls).toContain(`ownCopy(${MEMORY})`);
  });
});

describe("copying a hook to another agent", () => {
  it("offers each other agent, or says why it cannot be that one", async () => {
    const { sheet } = await openSheet();
    expect(sheet.getAllByRole("radio")).toHaveLength(4);
    expect(sheet.getByRole("radio", { name: /Eliza/ })).toBeChecked();
    const zeroclaw = sheet.getByRole("radio", { name: /ZeroClaw has no moment like any/ });
    expect(zeroclaw).toBeDisabled();
    expect(sheet.getByRole("radio", { name: /Moltis.*finish by hand/ })).toBeEnabled();
  });

  it("shows what is lost and every file before anything is written", async () => {
    const { user, sheet, engine } = await openSheet();
    expect(await sheet.findByText(/Nothing is lost/)).toBeVisible();
    expect(sheet.getByText(/becomes/)).toBeVisible();
    expect(sheet.getByText("The copy starts off. The original stays as it is.")).toBeVisible();
    expect(sheet.getByText("copied as it is")).toBeVisible();
    await user.click(sheet.getByRole("button", { name: "HOOK.md" }));
    expect(sheet.getByRole("group", { name: "Text of HOOK.md" })).toHaveTextContent('"eliza":{"emoji"');
    await expectNoAxeViolations();
    await user.click(sheet.getByRole("button", { name: "Cancel" }));
    expect(engine.calls.some((call) => call.startsWith("port("))).toBe(false);
    await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
  });

  it("says plainly that a skeleton is to be finished by hand and starts off", async () => {
    const { user, sheet } = await openSheet();
    await user.click(sheet.getByRole("radio", { name: /Moltis/ }));
    expect(await sheet.findByText("This makes a draft, not a finished hook.")).toBeVisible();
    expect(sheet.getByText(/It starts off, and stays off until you turn it on/)).toBeVisible();
    expect(sheet.getByText(/Moltis has no moment for “You type \/new”/)).toBeVisible();
    await user.click(sheet.getByRole("button", { name: "handler.sh" }));
    expect(sheet.getByRole("group", { name: "Text of handler.sh" })).toHaveTextContent("TODO");
    await expectNoAxeViolations();
  });

  it("copies, opens the copy and can take that back", async () => {
    const { user, engine } = await copied("Eliza");
    expect(engine.calls).toContain(`port(${MEMORY}, eliza)`);
    expect(location.hash).toBe("#/hook/eliza%2Fmanaged%2Fsession-memory");
    expect(screen.getByRole("switch", { name: "Run Session memory" })).not.toBeChecked();
    expect(screen.getByText("A copy of")).toHaveTextContent("A copy of milady/managed/session-memory");
    expect(screen.getByText("It is off until you turn it on.")).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("This hook is no longer there")).toBeVisible();
  });

  it("does not say of a copy that was turned on that it is off", async () => {
    const { user } = await copied("Eliza");
    await user.click(screen.getByRole("switch", { name: "Run Session memory" }));
    await waitFor(() => expect(screen.getByRole("switch", { name: "Run Session memory" })).toBeChecked());
    expect(screen.queryByText("It is off until you turn it on.")).toBeNull();
  });

  it("leads from a skeleton to its folder", async () => {
    const { user, engine } = await copied("Moltis");
    expect(screen.getByText("Finish it by hand, then turn it on.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Open folder" }));
    expect(engine.opened).toEqual(["moltis/managed/session-memory"]);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Copied from Session memory of Milady.")).toBeNull();
  });

  it("says why it is blocked, and copies nothing", async () => {
    const { user, sheet, engine } = await openSheet(MEMORY, (engine) => {
      const [hook] = engine.hooks;
      if (hook) engine.hooks = [...engine.hooks, { ...hook, id: "eliza/managed/session-memory" }];
    });
    expect(await sheet.findByRole("alert")).toHaveTextContent(
      "Eliza has a hook named session-memory already",
    );
    const copy = sheet.getByRole("button", { name: "Copy" });
    expect(copy).toHaveAccessibleDescription(/Eliza has a hook named/);
    await user.click(copy);
    expect(engine.calls.some((call) => call.startsWith("port("))).toBe(false);
    await expectNoAxeViolations();
  });

  it("says so where no agent can take it", async () => {
    const { sheet } = await openSheet(DIGEST_HOOK);
    expect(sheet.getByText("No other agent can take this hook.")).toBeVisible();
    for (const radio of sheet.getAllByRole("radio")) expect(radio).toBeDisabled();
    expect(sheet.queryByRole("button", { name: "Copy" })).toBeNull();
    await expectNoAxeViolations();
  });

  it("says what went wrong, at each step", async () => {
    const { user, sheet, engine } = await openSheet(MEMORY, (engine) =>
      engine.failures.set("port", failure("The disk is full.")),
    );
    await sheet.findByText(/Nothing is lost/);
    await user.click(sheet.getByRole("button", { name: "Copy" }));
    expect(await sheet.findByRole("alert")).toHaveTextContent("The disk is full.");
    engine.failures.set("planPort", failure("moltis.toml cannot be read."));
    await user.click(sheet.getByRole("radio", { name: /Moltis/ }));
    await waitFor(() => expect(sheet.getByRole("alert")).toHaveTextContent("moltis.toml cannot be read."));
    expect(sheet.getByRole("button", { name: "Copy" })).toHaveAttribute("aria-disabled", "true");
  });

  it("says so where the agents cannot be asked about", async () => {
    const { user } = await openHook(MEMORY, "full", (engine) =>
      engine.failures.set("portChoices", failure("It is gone.")),
    );
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Copy to another agent…" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("It is gone.");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("comparing a copy with its original", () => {
  const ask = () => screen.getByRole("button", { name: "Compare with the original…" });

  it("asks first, and runs nothing on Enter alone", async () => {
    const { user, engine } = await copied("Eliza");
    await user.click(ask());
    const dialog = await screen.findByRole("alertdialog", { name: "Run Session memory and its copy?" });
    expect(dialog).toHaveTextContent("Each runs once, in a box of its own");
    expect(within(dialog).queryByRole("checkbox")).toBeNull();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const calls = engine.calls.filter((call) => call.startsWith("comparePort"));
    expect(calls).toEqual([`comparePort(${MEMORY}, eliza/managed/session-memory, false, false)`]);
    await waitFor(() => expect(ask()).toHaveFocus());
  });

  it("shows what each did, and gives the network only after it was asked about", async () => {
    const { user, engine } = await copied("Moltis", (engine) => {
      engine.receipts.same = false;
    });
    await user.click(ask());
    await user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText(/secret places and the network were out of reach/)).toBeVisible();
    expect(screen.getByRole("region", { name: "The original" })).toHaveTextContent(
      "Wrote a file In the box~/.milady/workspace/memory/2026-11-12.md",
    );
    expect(screen.getByRole("region", { name: "The copy" })).toHaveTextContent(
      "Asked for a web address Refusedcollect.example.com",
    );
    await user.click(screen.getByRole("button", { name: "Run again with the network…" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Run both with the network?" });
    expect(engine.calls).not.toContain(`comparePort(${MEMORY}, moltis/managed/session-memory, true, true)`);
    await user.click(within(dialog).getByRole("button", { name: "Run" }));
    expect(await screen.findByText(/messages could be sent/)).toBeVisible();
    expect(engine.calls).toContain(`comparePort(${MEMORY}, moltis/managed/session-memory, true, true)`);
  });

  it("shows both runs side by side where they did the same", async () => {
    const { user, engine } = await copied("Eliza");
    await user.click(ask());
    await user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText(/Both did the same on the sample/)).toBeVisible();
    expect(engine.calls).toContain(`comparePort(${MEMORY}, eliza/managed/session-memory, false, true)`);
    const copy = screen.getByRole("region", { name: "The copy" });
    expect(copy).toHaveTextContent("Saved the last session to memory/2026-11-12.md");
    expect(within(copy).getByText("57 ms")).toBeVisible();
    expect(screen.getByRole("region", { name: "The original" })).toHaveTextContent("Milady");
    await expectNoAxeViolations();
  });

  it("shows what differs, and runs again only when asked", async () => {
    const { user, engine } = await copied("Moltis", (engine) => {
      engine.receipts.same = false;
    });
    await user.click(ask());
    await user.click(await screen.findByRole("button", { name: "Run" }));
    expect(await screen.findByText("The copy said nothing; the original said one message.")).toBeVisible();
    const copy = screen.getByRole("region", { name: "The copy" });
    expect(copy).toHaveTextContent("Ended with status 1");
    expect(within(copy).getByRole("group", { name: "Errors" })).toHaveTextContent("jq: command not found");
    await expectNoAxeViolations();
    const runs = () => engine.calls.filter((call) => /^comparePort.*true\)$/.test(call)).length;
    expect(runs()).toBe(1);
    await user.click(screen.getByRole("button", { name: "Run again" }));
    await waitFor(() => expect(runs()).toBe(2));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(ask()).toHaveFocus());
  });

  it("says why they could not be compared", async () => {
    const { user } = await copied("Eliza", (engine) =>
      engine.failures.set("comparePort", failure("They have no event in common.")),
    );
    await user.click(ask());
    expect(await screen.findByRole("alert")).toHaveTextContent("They have no event in common.");
    expect(screen.getByText("They could not be compared")).toBeVisible();
  });
});
