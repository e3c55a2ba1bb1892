import { describe, expect, it } from "vitest";
import { makeHook } from "./fake-data";
import { complete } from "./in-force";

describe("what the engine does not tell of a version", () => {
  it("is filled in as judged by the documents, however deep it is", () => {
    const { runtime: _, danger: __, ...plain } = makeHook({ name: "greeter", events: ["session:start"] });
    const [told] = complete({ upserted: [plain] }).upserted;
    expect(told).toMatchObject({
      danger: null,
      runtime: { version: "documented", basis: "assumed", called: ["session:start"] },
    });
    const trigger = { key: "x", label: "X", sentence: "", moment: null, modifying: false };
    expect(complete([trigger])[0]).toMatchObject({ sent: true });
  });

  it("is left alone where it is told", () => {
    const told = makeHook({ name: "greeter", danger: "It runs what it downloads.", runtime: { called: [] } });
    expect(complete(told)).toEqual(told);
    const silent = { key: "x", label: "X", sentence: "", moment: null, modifying: false, sent: false };
    expect(complete(silent)).toMatchObject({ sent: false });
  });
});
