import { describe, expect, it } from "vitest";
import type { Entry, Tried } from "../../backend";
import { makeHook } from "../../backend/fake-data";
import { lastTry } from "./last-try";

const guard = makeHook({ name: "guard", title: "Guard", agent: "moltis" });

const entry = (at: string, tried: Tried[], part: Partial<Entry> = {}): Entry => ({
  ...{ at, kind: "tried", agent: "moltis", summary: "", failed: true, event: "Before a tool is used", tried },
  ...part,
});
const run = (id: string, outcome: string, failed = false): Tried => ({ id, outcome, failed });

describe("the last try of a hook", () => {
  it("is the newest one that it was called in, and what others did is not its own", () => {
    const entries = [
      entry("3", [run("moltis/managed/other", "Failed", true)]),
      entry("2", [run("moltis/managed/other", "Failed", true), run(guard.id, "Changed it")]),
      entry("1", [run(guard.id, "Took too long", true)]),
    ];
    expect(lastTry(entries, guard)).toEqual({
      at: "2",
      event: "Before a tool is used",
      outcome: "Changed it",
      failed: false,
    });
  });

  it("is none where it was never tried, or before the list knew of whom it tells", () => {
    const old: Entry = { at: "1", kind: "tried", agent: "moltis", summary: "Tried Guard: …", failed: false };
    expect(lastTry([old, { ...old, kind: "changed" }], guard)).toBeNull();
  });
});
