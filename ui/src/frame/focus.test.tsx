import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { backend } from "../backend";
import { DIGEST, openApp, openHook, row } from "../test/app";
// Loaded late in the window; here they are not waited for.
import "../screens/hook/HookScreen";
import "./HookDialogs";

const OLD = "milady/managed/old-logger";

describe("the focus, where what had it vanishes", () => {
  it("goes to the title of the page, where all that was pressed is gone", async () => {
    const { user } = await openHook(OLD);
    (await screen.findByRole("button", { name: "Fix it" })).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Fix it" })).toBeNull());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("stays on a button that is at work", async () => {
    const { user } = await openHook(OLD);
    backend.repair = () => new Promise(() => {});
    const fix = await screen.findByRole("button", { name: "Fix it" });
    fix.focus();
    await user.keyboard("{Enter}{Enter}");
    expect(fix).toBeEnabled();
    expect(fix).toHaveAttribute("aria-disabled", "true");
    expect(fix).toHaveFocus();
  });

  it("goes to the next row that can be pressed, then to the heading of the group", async () => {
    const note = (id: string) => ({ id, sentence: `It has ${id}.`, fixable: true, seen: "Milady 0.4, read" });
    const { user } = await openHook(DIGEST, "full", (fake) =>
      fake.replace(DIGEST, { notes: [note("one"), note("two"), { ...note("three"), fixable: false }] }),
    );
    const really = screen.getByRole("region", { name: /really does/ });
    const fix = async (left: number) => {
      within(really).getAllByRole("button", { name: "Fix…" })[0]?.focus();
      await user.keyboard("{Enter}");
      await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Apply" }));
      await waitFor(() =>
        expect(within(really).queryAllByRole("button", { name: "Fix…" })).toHaveLength(left),
      );
    };
    await fix(1);
    await waitFor(() => expect(within(really).getByRole("button", { name: "Fix…" })).toHaveFocus());
    await fix(0);
    await waitFor(() => expect(within(really).getByRole("heading")).toHaveFocus());
  });

  it("stays in the row of Setup that was filled in, and that was cleared", async () => {
    const { user } = await openHook(DIGEST);
    screen.getByLabelText("GitHub token").focus();
    await user.keyboard("ghp_x{Enter}");
    const item = (await screen.findByText("Saved in Milady's settings")).closest("li") as HTMLElement;
    await waitFor(() => expect(within(item).getByRole("button", { name: /^Change/ })).toHaveFocus());
    within(item).getByRole("button", { name: "Clear" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByLabelText("GitHub token")).toHaveFocus());
  });

  it("goes to the next row of the list, where a hook was removed", async () => {
    const { user } = openApp("/agent/openclaw", "truth");
    const line = await screen.findByRole("row", { name: /Super helper/ });
    within(line).getByRole("button", { name: "Remove…" }).focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("alertdialog", { name: "Remove Super helper?" });
    within(dialog).getByRole("button", { name: "Remove" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("row", { name: /Super helper/ })).toBeNull());
    await waitFor(() => expect(row(/Tidy up/)).toHaveFocus());
  });

  it("goes to the title of the list, where a banner was dismissed", async () => {
    const { user } = openApp("/agent/milady");
    (await screen.findByRole("button", { name: "Dismiss" })).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull());
    expect(screen.getByRole("heading", { level: 1, name: "Milady" })).toHaveFocus();
  });
});
