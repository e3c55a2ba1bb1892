/** Nothing here loads the search before it is asked for: so it is in a window that was just started. */
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import "../screens/get/GetScreen";
import "../screens/settings/SettingsScreen";
import { openApp, row } from "../test/app";

it("what is typed at once after Ctrl K is its query, and does nothing to the page behind", async () => {
  const { user, engine } = openApp("/agent/milady");
  await screen.findByRole("status", { name: "Results of what you did" });
  row(/Command logger/).focus();
  const before = engine.calls.length;
  await user.keyboard("{Control>}k{/Control}/turmn{Backspace}{Backspace}n on");
  // Nothing waits for its code here but this: a busy computer may need its time for that.
  const name = { name: "Search everything" };
  const field = await screen.findByRole("combobox", name, { timeout: 60_000 });
  await waitFor(() => expect(field).toHaveValue("/turn on"));
  expect(field).toHaveFocus();
  await user.type(field, "!");
  expect(field).toHaveValue("/turn on!");
  expect(engine.calls.slice(before).filter((call) => call.startsWith("setEnabled"))).toEqual([]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(row(/Command logger/)).toHaveFocus());
}, 90_000);

it.each([
  ["about tacklebox", "About Tacklebox"],
  ["export or open a set-up", "Set-ups"],
])("“%s” leads to its part of the screen", async (query, name) => {
  const { user } = openApp("/agent/milady");
  await screen.findByRole("status", { name: "Results of what you did" });
  await user.keyboard(`{Control>}k{/Control}${query}`);
  const field = await screen.findByRole("combobox", { name: "Search everything" });
  await waitFor(() => expect(field).toHaveValue(query));
  await user.keyboard("{Enter}");
  const part = await screen.findByRole("heading", { level: 2, name });
  await waitFor(() => expect(part).toHaveFocus());
});

it("says of a hook that waits for the settings what its row says, and of a draft that it is one", async () => {
  const { user } = openApp("/agent/moltis", "truth", (engine) => {
    engine.replace("moltis/managed/cost-limit", { draft: true });
  });
  await screen.findByRole("status", { name: "Results of what you did" });
  expect(await screen.findByRole("row", { name: "guard, Waits" })).toBeVisible();
  expect(row(/^cost-limit, Draft/)).toBeVisible();
  await user.keyboard("{Control>}k{/Control}looks at each");
  expect(await screen.findByRole("option", { name: /guard.*Moltis · Waits/ })).toBeVisible();
  expect(screen.getByRole("option", { name: /cost-limit.*Moltis · Draft/ })).toBeVisible();
});
