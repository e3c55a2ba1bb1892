import { expect, test } from "vitest";
import { strings } from "./strings";

test("where and when a note was seen names all of its versions", () => {
  const { seen } = strings.hooks;
  expect(seen("Milady of 2026-03-01, run in May 2026")).toBe(
    "Seen in May 2026 when Milady of 2026-03-01 ran.",
  );
  const several = "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6";
  expect(seen(`${several}, run in May 2026`)).toBe(`Seen in May 2026 when ${several} ran.`);
  expect(seen(`${several}, read in May 2026`)).toBe(`Read in May 2026 in the code of ${several}.`);
});
