import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { expectNoAxeViolations, openApp } from "./test/app";

const fault = vi.hoisted(() => ({ sidebar: false }));

vi.mock("./frame/Sidebar", async (original) => {
  const real = await original<typeof import("./frame/Sidebar")>();
  return {
    ...real,
    Sidebar: () => {
      if (fault.sidebar) throw new Error("a fault of ours");
      return real.Sidebar();
    },
  };
});

afterEach(() => {
  fault.sidebar = false;
});

it("a fault outside of every screen leaves a window that says so and can be tried again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  fault.sidebar = true;
  const { user } = openApp("/agent/milady");
  expect(await screen.findByRole("button", { name: /^Copy diagnostics/ })).toBeVisible();
  await expectNoAxeViolations();
  fault.sidebar = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
});
