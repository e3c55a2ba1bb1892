/** The whole window against the engine in memory, as every screen's test wants it. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect } from "vitest";
import { App } from "../app";
import { setBackend } from "../backend";
import { FakeEngine, fakeBackend, type Scenario } from "../backend/fake";
import { createQueryClient } from "../data/queries";
import { paths } from "../routes";

export const DIGEST = "milady/managed/github-digest";

export function openApp(path = "/", scenario: Scenario = "full", arrange?: (engine: FakeEngine) => void) {
  const engine = new FakeEngine(scenario);
  arrange?.(engine);
  setBackend(fakeBackend(engine));
  location.hash = path;
  const user = userEvent.setup();
  const client = createQueryClient();
  const view = render(<App client={client} />);
  return { client, engine, user, ...view };
}

export async function openHook(
  id = DIGEST,
  scenario: Scenario = "full",
  arrange?: (engine: FakeEngine) => void,
) {
  const app = openApp(paths.hook(id), scenario, arrange);
  await screen.findByRole("heading", { level: 1 });
  return app;
}

export function row(title: string | RegExp): HTMLElement {
  return screen.getByRole("row", { name: title });
}

/** jsdom paints nothing, so contrast is checked in a browser. */
export async function expectNoAxeViolations() {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}
