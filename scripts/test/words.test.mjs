// The texts of this very project keep to the word list, and the list in CONTRIBUTING.md is the one that is enforced.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../files.mjs";
import { root } from "../lib.mjs";
import { problems, prose, wrong } from "../words.mjs";

test("every text of this project keeps to the word list", () => {
  assert.deepEqual(problems(), []);
});

test("the list of CONTRIBUTING.md is enforced: each left side is refused, no right side is", () => {
  const [, table] = read(root, "CONTRIBUTING.md").split("## Words");
  const rows = [...table.matchAll(/^\| “(.+)” \| “(.+)” \|$/gm)];
  assert.ok(rows.length >= 10, "the list is there");
  for (const [, not, but] of rows) {
    assert.notDeepEqual(wrong("a.md", not), [], not);
    assert.deepEqual(wrong("a.md", but), [], but);
  }
});

test("only what people read is looked at", () => {
  const parts = (path, text) => prose(path, text).map(([from, to]) => text.slice(from, to));
  assert.deepEqual(
    parts("a.rs", 'fn stands(a: &\'a str) -> char { f("it lies", \'"\', r#"a "b" c"#) } // anew'),
    ['"it lies"', "'\"'", 'r#"a "b" c"#', "// anew"],
  );
  assert.deepEqual(parts("a.ts", "const stands = /a\"b/.test(x) ? `lies of y` : 'no'; /* anew */"), [
    "`lies of y`",
    "'no'",
    "/* anew */",
  ]);
  assert.deepEqual(wrong("a.rs", "let stands = lies(anew);"), []);
});

test("of the page with the list only what is not to be written is left out", () => {
  const page = "It stands here.\n| “stands here” | “is here” |\n| “x” | anew |\nIt lies there.\n";
  const said = (path) => wrong(path, page).map(([, words]) => words);
  assert.deepEqual(said("CONTRIBUTING.md").sort(), ["anew", "lies", "stands"]);
  assert.deepEqual(said("docs/GUIDE.md").length, 4);
});

test("nobody is told that others are not affected: a broken one may take them with it", () => {
  assert.equal(wrong("a.ts", '"Your other hooks are not affected."').length, 1);
});

test("plain sentences pass", () => {
  for (const plain of [
    "There is no file, and it is no longer there.",
    "`~` stands for your home.",
    "Nothing stands out.",
    "Who is called?",
    "There may be no home.",
  ])
    assert.deepEqual(wrong("a.md", plain), [], plain);
});
