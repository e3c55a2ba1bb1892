import { expect, test } from "vitest";
import { strings } from "./strings";

test("where a note was seen names all of its versions", () => {
  const { seen } = strings.hooks;
  expect(seen("Milady of 2026-03-01, run")).toBe("Seen when Milady of 2026-03-01 ran.");
  const several = "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6";
  expect(seen(`${several}, run`)).toBe(`Seen when ${several} ran.`);
  expect(seen(`${several}, read`)).toBe(`Read in the code of ${several}.`);
});
