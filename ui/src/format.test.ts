import { describe, expect, it } from "vitest";
import { formatAgo } from "./format";

describe("how long ago something was", () => {
  const now = Date.parse("2026-02-28T12:00:00Z");
  const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now);

  it("is said in the largest unit that it fills", () => {
    expect([0, 1, 59, 60, 3599, 3600, 86_399].map(ago)).toEqual([
      "0 seconds ago",
      "1 second ago",
      "59 seconds ago",
      "1 minute ago",
      "59 minutes ago",
      "1 hour ago",
      "23 hours ago",
    ]);
  });

  it("is a date from a day on, and for what is yet to come", () => {
    expect(ago(86_400)).toMatch(/2026/);
    expect(ago(-10)).toMatch(/2026/);
    expect(formatAgo("no date", now)).toBe("no date");
  });
});
