import { beforeEach, describe, expect, it } from "vitest";
import { setBackend } from "../backend";
import { FakeEngine, fakeBackend } from "../backend/fake";
import { bringBack, broughtBack, kept } from "./unsaved";

beforeEach(() => sessionStorage.clear());

describe("what was typed and not saved", () => {
  it("is there again when the program before ended, and gone from the disk once it was let go", async () => {
    const engine = new FakeEngine("full");
    engine.typed.set("config milady", "{ mine");
    setBackend(fakeBackend(engine));
    let told = 0;
    bringBack(() => (told += 1));
    expect(kept.get("config milady")).toBeNull();
    await broughtBack;
    expect([kept.get("config milady"), told]).toEqual(["{ mine", 1]);

    kept.set("config milady", null);
    expect(kept.get("config milady")).toBeNull();
    await expect.poll(() => engine.typed.size).toBe(0);
  });

  it("is written a moment after it was typed, as it is then", async () => {
    const engine = new FakeEngine("full");
    setBackend(fakeBackend(engine));
    kept.set("samples", "a");
    kept.set("samples", "ab");
    await expect.poll(() => engine.typed.get("samples"), { timeout: 3000 }).toBe("ab");
    expect(engine.calls.filter((call) => call.startsWith("keepTyped"))).toHaveLength(1);
  });

  it("says nothing where nothing was left", async () => {
    setBackend(fakeBackend(new FakeEngine("full")));
    let told = 0;
    bringBack(() => (told += 1));
    await broughtBack;
    expect(told).toBe(0);
  });
});
