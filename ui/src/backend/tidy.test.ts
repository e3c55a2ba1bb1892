import { describe, expect, it } from "vitest";
import { tidy } from "./tidy";

describe("what comes through the door", () => {
  it("has no characters that reorder text, except where it must go back unchanged", () => {
    const dirty = {
      id: "a\u202eb",
      title: "a\u202eb",
      notes: [{ sentence: "\u2066x" }],
      bytes: 3,
      none: null,
    };
    expect(tidy(dirty)).toEqual({
      id: "a\u202eb",
      title: "ab",
      notes: [{ sentence: "x" }],
      bytes: 3,
      none: null,
    });
  });

  it("is the very same object when it is clean", () => {
    const clean = { title: "a", list: [{ b: "c" }] };
    expect(tidy(clean)).toBe(clean);
  });
});
