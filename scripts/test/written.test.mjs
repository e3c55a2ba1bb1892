// What a command found out is put into a page, and nothing else of the page changes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { written } from "../written.mjs";

test("the lines are those of the last time, and the words around them stay", () => {
  const page = readFileSync(new URL("../../docs/PACKAGE.md", import.meta.url), "utf8");
  const once = written(page, ["✓ it installs", "✓ it is removed"]);
  assert.match(once, /^# What the package test saw\n/);
  assert.match(once, /begin -->\n\n {4}✓ it installs\n {4}✓ it is removed\n\n<!-- written: end -->\n$/);
  assert.equal(written(once, ["✓ it installs", "✓ it is removed"]), once);
  assert.doesNotMatch(written(once, ["✓ another"]), /it installs/);
});

test("a page without a place for them is refused", () => {
  assert.throws(() => written("# Page\n", ["✓"]), /no place/);
});
