import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { followPageErrors, kindOf } from "./data/page-errors";
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
  const { user, engine } = openApp("/agent/milady");
  expect(await screen.findByRole("button", { name: /^Copy diagnostics/ })).toBeVisible();
  // The diagnostics that are offered there know of it.
  expect(engine.pageErrors).toContain("Error");
  expect(engine.pageErrors.join()).not.toContain("a fault of ours");
  await expectNoAxeViolations();
  fault.sidebar = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Milady" })).toBeVisible();
});

it("a fault that no screen catches is noted too, by its kind and its place and never by its words", () => {
  const { engine } = openApp("/agent/milady");
  followPageErrors();
  dispatchEvent(new ErrorEvent("error", { error: new TypeError("open sesame") }));
  dispatchEvent(new ErrorEvent("error", { error: null }));
  const rejected = new Event("unhandledrejection");
  dispatchEvent(Object.assign(rejected, { reason: "sesame" }));
  expect(engine.pageErrors).toEqual(["TypeError", "string"]);
  const fault = new RangeError("sesame");
  fault.stack =
    "f@tauri://localhost/assets/HookScreen-Cx1_a.js:1:23\ng@tauri://localhost/assets/index-b.js:4:5";
  expect(kindOf(fault)).toBe("RangeError in HookScreen-Cx1_a.js:1:23");
});
