// The list of what the packages are made of names what is linked and nothing else, with a licence for each.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { thirdParty, thirdPartyText } from "../third-party.mjs";

test("what is in the programs and in the page is listed, and what only builds or tests them is not", () => {
  const names = new Set(thirdParty().map(({ name }) => name));
  for (const name of ["tauri", "serde", "clap", "react", "react-aria", "wouter"])
    assert.ok(names.has(name), `${name} is missing`);
  for (const name of ["tacklebox-engine", "serde_derive", "tauri-build", "insta", "vitest", "typescript"])
    assert.ok(!names.has(name), `${name} is not shipped`);
});

test("each work has its version, its licence and a text; what MPL covers also where its source is", () => {
  const text = thirdPartyText();
  const rows = text.split("=".repeat(80))[0].split("\n");
  const works = thirdParty();
  for (const { name, version, licence } of works) {
    const row = rows.findIndex((line) => line.startsWith(`${`${name} ${version}`.trim()}: ${licence} [`));
    assert.ok(row >= 0, `${name} ${version}`);
    if (licence.includes("MPL")) assert.match(rows[row + 1], /^ {4}its source: https:/);
  }
  assert.ok(
    works.some(({ licence }) => licence.includes("MPL")),
    "else the line above shows nothing",
  );
});

test("a text is there once, whatever its line breaks, and nothing goes without one", () => {
  const folders = ["It is free.\n\nDo it.", "It is  free.\r\n\r\nDo it."].map((text) => {
    const folder = mkdtempSync(join(tmpdir(), "work-"));
    writeFileSync(join(folder, "LICENSE-ANY"), text);
    return folder;
  });
  const empty = mkdtempSync(join(tmpdir(), "work-"));
  const work = (name, folder, licence = "Free") => ({ name, version: "1.0.0", licence, folder, page: "" });
  try {
    const text = thirdPartyText([work("a", folders[0]), work("b", folders[1]), work("c", empty)]);
    assert.equal(text.split("It is ").length - 1, 1);
    assert.match(text, /^a 1\.0\.0: Free \[1\]$/m);
    assert.match(text, /^b 1\.0\.0: Free \[1\]$/m);
    assert.match(text, /^c 1\.0\.0: Free \[no text of its own, the terms of 1\]$/m);
    assert.throws(() => thirdPartyText([work("d", empty, "Other")]), /d 1\.0\.0 \(Other\) has no text/);
  } finally {
    for (const folder of [...folders, empty]) rmSync(folder, { recursive: true });
  }
});
