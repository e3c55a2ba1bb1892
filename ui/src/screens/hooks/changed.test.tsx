import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openApp } from "../../test/app";

describe("a hook that Tacklebox turned off since its files changed", () => {
  it("comes first, says why, and is looked at before it is turned on", async () => {
    const why =
      "Its files changed, and the check found something serious in the change. Tacklebox turned it off.";
    const { user } = openApp("/agent/milady", "full", (fake) => {
      const hook = fake.find("milady/managed/session-memory");
      Object.assign(hook, { enabled: false, state: "off", turned_off: why, alarming: true });
    });
    const first = await screen.findByRole("row", { name: /Session memory/ });
    expect(within(first).getByText(why)).toBeVisible();
    expect(within(first).getByText("Changed")).toBeVisible();
    expect(within(first).queryByRole("switch")).toBeNull();
    expect(screen.getAllByRole("row")[1]).toBe(first);
    await user.click(within(first).getByRole("button", { name: "Look" }));
    expect(await screen.findByRole("heading", { level: 1, name: /Session memory/ })).toBeVisible();
  });
});

describe("a hook whose files changed behind somebody's back", () => {
  const LOGGER = "milady/managed/command-logger";

  it.each([
    [null, "warn", "Changed since it was installed. It still runs."],
    ["Changed, and it sends a key away.", "bad", "Changed, and it sends a key away."],
  ])("is red only where the check found something (%s)", async (serious_change, tone, text) => {
    openApp("/agent/milady", "full", (fake) => {
      Object.assign(fake.find(LOGGER), { alarming: true, serious_change });
    });
    const changed = await screen.findByRole("row", { name: /Command logger/ });
    const line = within(changed).getByText(text);
    expect(line.closest("[data-tone]")).toHaveAttribute("data-tone", tone);
  });

  it("is put back from its row, after what goes was shown", async () => {
    const { user, engine } = openApp("/agent/milady", "full", (fake) => {
      Object.assign(fake.find(LOGGER), { alarming: true });
    });
    const changed = await screen.findByRole("row", { name: /Command logger/ });
    await user.click(await within(changed).findByRole("button", { name: "Put back…" }));
    expect(engine.calls).not.toContain(`putBack(${LOGGER}, true)`);
    await user.click(await screen.findByRole("button", { name: "Put back" }));
    await waitFor(() => expect(engine.calls).toContain(`putBack(${LOGGER}, true)`));
  });
});
