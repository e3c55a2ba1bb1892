// The rule book of this very project is whole, and the check would notice where it is not.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { problems } from "../rules.mjs";

/** What the check says of a small project. */
function said(book, code = "") {
  const at = mkdtempSync(join(tmpdir(), "rules-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  };
  write("docs/RULES.md", book);
  write("engine/src/lib.rs", `${code}\n#[test]\nfn it_holds() {}\n`);
  write("tests/cases/milady/off/case.toml", 'about = "off"\n');
  try {
    return problems(at);
  } finally {
    rmSync(at, { recursive: true });
  }
}

const BOOK = "## R-1 Places\n\n* **R-1.1** It is off. — `milady/off`, `it_holds`\n";

test("each rule of this project has a case or a test, and each citation a rule", () => {
  assert.deepEqual(problems(), []);
});

test("a rule with a case and a test is in order", () => {
  assert.deepEqual(said(BOOK, "//! A rule (R-1.1) and a chapter (rules R-1)."), []);
});

test("a citation that leads nowhere is named with its line", () => {
  assert.deepEqual(said(BOOK, "\n//! See R-1.2."), [
    "engine/src/lib.rs:2: R-1.2 is not a rule of docs/RULES.md.",
  ]);
});

test("a page that is not in the repository is not cited", () => {
  for (const lost of ["`agents.md`", "reference 2", "section 4"])
    assert.equal(said(BOOK, `//! By ${lost}.`).length, 1, lost);
});

test("a rule without a proof, with one that is gone, or there twice is named", () => {
  assert.match(said("## R-1 Places\n\n* **R-1.1** It is off.\n")[0], /names no case/);
  assert.match(said(BOOK.replace("milady/off", "milady/on"))[0], /milady\/on, which does not exist/);
  assert.match(said(BOOK.replace("it_holds", "it_held"))[0], /it_held, which does not exist/);
  assert.match(said(BOOK + BOOK.split("\n")[2])[0], /there twice/);
});
