import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../files.mjs";
import { root } from "../lib.mjs";

test("the bundler of Linux does not see the tray of other systems", () => {
  const manifest = read(root, "src-tauri/Cargo.toml");
  assert.match(manifest, /tray-icon/, "Mac and Windows have it");
  // It reads the tables of every system, and ends where this one has no library for a tray.
  assert.doesNotMatch(manifest, /^tauri = .*tray-icon/m);
});
