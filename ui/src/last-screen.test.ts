import { beforeEach, describe, expect, it } from "vitest";
import { followScreens, openLastScreen } from "./last-screen";

/** The window is closed at one screen and opened again. */
function openAgainAfter(path: string): string {
  location.hash = `#${path}`;
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  history.replaceState(null, "", "#");
  openLastScreen();
  return location.hash.replace(/^#/, "");
}

describe("the screen on which the window was left", () => {
  beforeEach(() => {
    localStorage.clear();
    history.replaceState(null, "", "#");
    followScreens();
  });

  it.each([
    "/agent/milady",
    "/hooks",
    "/hook/milady%2Fmanaged%2Fa",
    "/settings/milady/config",
    "/timeline/moltis",
    "/new/milady",
    "/get/milady",
    "/help",
  ])("%s is there again", (path) => {
    expect(openAgainAfter(path)).toBe(path);
  });

  it("is not a review, which is over", () => {
    openAgainAfter("/hooks");
    expect(openAgainAfter("/review/7")).toBe("/hooks");
  });

  it("gives way to what was asked for", () => {
    openAgainAfter("/hooks");
    history.replaceState(null, "", "#/help");
    openLastScreen();
    expect(location.hash).toBe("#/help");
  });
});
