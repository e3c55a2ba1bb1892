import { describe, expect, it } from "vitest";
import type { Entry } from "../../backend";
import { makeHook } from "../../backend/fake-data";
import { lastTry } from "./last-try";

const guard = makeHook({ name: "guard", title: "Guard: the strict one", agent: "moltis" });

const tried = (summary: string, details: string[], part: Partial<Entry> = {}): Entry => ({
  ...{ at: "2026-11-21T10:00:00Z", kind: "tried", agent: "moltis", summary, failed: true, details },
  ...part,
});

describe("the last try of a hook", () => {
  it("is found where it was tried alone", () => {
    const entry = tried("Tried Guard: the strict one: Before a tool is used", [
      "Guard: the strict one: took too long",
    ]);
    expect(lastTry([entry], guard)).toEqual({
      at: entry.at,
      moment: "Before a tool is used",
      outcome: "took too long",
      failed: true,
    });
  });

  it("is found among several, whose failure is not its own", () => {
    const entry = tried("Tried 3 hooks: Message: sent", [
      "Other: failed",
      "Guard: the strict one: changed it",
    ]);
    expect(lastTry([entry], guard)).toMatchObject({
      moment: "Message: sent",
      outcome: "changed it",
      failed: false,
    });
  });

  it("is the newest, of this hook, of this agent, and a try", () => {
    const own = "Tried Guard: the strict one: Session starts";
    const entries = [
      tried("Tried Guard: Session starts", ["Guard: failed"]),
      tried(own, [], { agent: "milady" }),
      tried(own, [], { kind: "changed" }),
      tried(own, [], { at: "2026-11-20T10:00:00Z" }),
      tried(own, [], { at: "2026-11-19T10:00:00Z" }),
    ];
    expect(lastTry(entries, guard)?.at).toBe("2026-11-20T10:00:00Z");
    expect(lastTry([], guard)).toBeNull();
  });
});
