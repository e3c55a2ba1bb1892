import { describe, expect, it } from "vitest";
import { decimal, whole } from "./number";

describe("a number that is typed", () => {
  it("has a point or a comma, and is written as the engine reads it", () => {
    const typed = ["5", " -5 ", "1.50", "1,5", "007", "0", "-0", "0.5", "00.5", "12345678901234567890"];
    const read = ["5", "-5", "1.50", "1.5", "7", "0", "-0", "0.5", "0.5", "12345678901234567890"];
    expect(typed.map(decimal)).toEqual(read);
    for (const other of ["", " ", "-", ".5", "5.", "1.2.3", "1e3", "0x10", "5 s", "+5", "Infinity"])
      expect([other, decimal(other)]).toEqual([other, null]);
  });

  it("is whole, or nothing, or none", () => {
    const typed = ["", "  ", "30", "-5", "007", "2147483647", "2147483648", "1.5", "1,5", "abc", "1e3"];
    expect(typed.map(whole)).toEqual([
      ...[null, null, 30, -5, 7, 2147483647],
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
  });
});
