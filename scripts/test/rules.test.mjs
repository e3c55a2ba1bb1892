// The rule book of this very project is whole, and the check would notice where it is not.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { problems } from "../rules.mjs";

/** What the check says of a small project. */
function said(book, code = "", { more = {} } = {}) {
  const at = mkdtempSync(join(tmpdir(), "rules-"));
  const write = (path, text) => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  };
  write("docs/RULES.md", book);
  write("engine/src/lib.rs", `${code}\n#[test]\nfn it_holds() {}\n`);
  write("tests/cases/milady/off/case.toml", 'about = "off"\n');
  for (const [path, text] of Object.entries(more)) write(path, text);
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
    for (const [path, text] of [
      ["engine/src/a.rs", `//! By ${lost}.`],
      ["ui/src/a.tsx", `// By ${lost}.`],
      ["docs/A.md", `By ${lost}.`],
    ])
      assert.equal(said(BOOK, "", { more: { [path]: text } }).length, 1, `${path}: ${lost}`);
  assert.deepEqual(said(BOOK, 'const A: &str = "section 4";'), [], "a text does not cite");
});

test("a case that no rule names is named", () => {
  const more = { "tests/cases/milady/lost/case.toml": "" };
  assert.match(said(BOOK, "", { more })[0], /milady\/lost: no rule/);
});

test("a test that a page names is there", () => {
  for (const path of ["README.md", "CONTRIBUTING.md", "docs/A.md"])
    for (const text of ["See `what_is_not_there_at_all`.", "    cargo test --workspace -- what_is_gone\n"])
      assert.equal(said(BOOK, "", { more: { [path]: text } }).length, 1, `${path}: ${text}`);
  assert.deepEqual(
    said(BOOK, "#[test]\nfn it_is_still_here() {}\n", {
      more: { "README.md": "    cargo test -- it_is_still\n" },
    }),
    [],
  );
});

test("a rule without a proof, with one that is gone, or there twice is named", () => {
  assert.match(said("## R-1 Places\n\n* **R-1.1** It is off.\n")[0], /names no case/);
  assert.match(said(BOOK.replace("milady/off", "milady/on"))[0], /milady\/on, which does not exist/);
  assert.match(said(BOOK.replace("it_holds", "it_held"))[0], /it_held, which does not exist/);
  assert.match(said(BOOK + BOOK.split("\n")[2])[0], /there twice/);
});
