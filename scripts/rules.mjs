// `npm run rules`: docs/RULES.md is whole. Each rule has a case or a test that exists, and each
// citation of a rule in the code leads to one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { files, lineAt, read } from "./files.mjs";
import { root } from "./lib.mjs";
import { prose } from "./words.mjs";

const BOOK = "docs/RULES.md";
const CITING = [
  "engine",
  "cli",
  "src-tauri",
  "ui/src",
  "tests",
  "docs",
  "scripts",
  "hooks-bundled",
  "README.md",
  "CONTRIBUTING.md",
];
/** Its own samples cite what is not there. */
const NOT_READ = /^scripts\/(rules\.mjs|test\/)/;

const CITATION = /\bR-\d+(?:\.\d+)?\b/g;
const RULE = /^\* \*\*(R-\d+\.\d+)\*\* (.*)$/gm;
const CHAPTER = /^## (R-\d+) /gm;
/** Pages that nobody who clones the project has. */
const LOST =
  /(?<![\w/.-])(?:agents|cli|cli-2|house|screens|look|budgets|truth|models|toolchain)\.md\b|\breferences? [1-5]\b|\bsections? \d/g;

/** Pages that name tests. */
const PAGES = ["docs", "README.md", "CONTRIBUTING.md", "engine/README.md", "tests/cases/README.md"];

/** Cases of the engine that no rule names. */
const withoutRule = (at, named) =>
  files(at, ["tests/cases"])
    .map((path) => /^tests\/cases\/([^/]+\/[^/]+)\/case\.toml$/.exec(path)?.[1])
    .filter((name) => name !== undefined && !named.has(name))
    .map((name) => `tests/cases/${name}: no rule of ${BOOK} names it.`);

/** What is wrong, a sentence each: `path:line: what`. */
export function problems(at = root) {
  const found = [];
  const book = read(at, BOOK);
  const say = (path, text, index, what) => found.push(`${path}:${lineAt(text, index)}: ${what}`);

  const numbers = new Set();
  const named = new Set();
  const tests = testNames(at);
  for (const match of book.matchAll(CHAPTER)) numbers.add(match[1]);
  for (const match of book.matchAll(RULE)) {
    const [, number, rest] = match;
    if (numbers.has(number)) say(BOOK, book, match.index, `${number} is there twice.`);
    numbers.add(number);
    if (!numbers.has(number.split(".")[0])) say(BOOK, book, match.index, `${number} is in no chapter.`);
    const [sentence, proof] = rest.split(" — ");
    if (!sentence.endsWith(".")) say(BOOK, book, match.index, `${number} is not a whole sentence.`);
    const names = [...(proof ?? "").matchAll(/`([^`]+)`/g)].map((name) => name[1]);
    if (names.length === 0) say(BOOK, book, match.index, `${number} names no case and no test.`);
    for (const name of names) {
      named.add(name);
      const there = name.includes("/")
        ? existsSync(join(at, "tests", "cases", name, "case.toml"))
        : tests.has(name);
      if (!there) say(BOOK, book, match.index, `${number} names ${name}, which does not exist.`);
    }
  }
  if (numbers.size === 0) found.push(`${BOOK}: no rule was found.`);
  found.push(...withoutRule(at, named));

  for (const path of files(at, PAGES)) {
    const text = read(at, path);
    if (path === BOOK || !path.endsWith(".md")) continue;
    for (const match of text.matchAll(/`([a-z0-9]+(?:_[a-z0-9]+){4,})`/g))
      if (!tests.has(match[1])) say(path, text, match.index, `${match[1]} is not a test.`);
    // `cargo test … -- part_of_a_name`
    for (const match of text.matchAll(/\bcargo test [^\n`]*? -- ([a-z0-9]+(?:_[a-z0-9]+){2,})/g))
      if (![...tests].some((name) => name.includes(match[1])))
        say(path, text, match.index, `${match[1]} is in the name of no test.`);
  }

  for (const path of files(at, CITING)) {
    if (NOT_READ.test(path)) continue;
    const text = read(at, path);
    if (path !== BOOK || numbers.size > 0)
      for (const match of text.matchAll(CITATION))
        if (!numbers.has(match[0])) say(path, text, match.index, `${match[0]} is not a rule of ${BOOK}.`);
    // Of code, what is a comment; of a page, all of it.
    const said = [...text.matchAll(LOST)];
    const comment =
      said.length === 0 ? [] : prose(path, text).filter(([from]) => from === 0 || text[from] === "/");
    for (const match of said.filter(({ index }) => comment.some(([from, to]) => from <= index && index < to)))
      say(path, text, match.index, `“${match[0]}” is not in this repository: cite a rule of ${BOOK}.`);
  }
  return found;
}

/** The names of all tests of Rust, of the pages and of the hooks that ship. */
function testNames(at) {
  const names = new Set();
  for (const path of files(at, ["engine", "cli", "src-tauri", "tests"])) {
    if (!path.endsWith(".rs")) continue;
    const text = read(at, path);
    for (const match of text.matchAll(
      /#\[(?:\w+::)?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*(?:async )?fn (\w+)/g,
    ))
      names.add(match[1]);
    // `proptest!` and macros of our own take the attribute along.
    for (const match of text.matchAll(/^\s*(?:async )?fn ([a-z][a-z0-9_]+_[a-z0-9_]+)\(/gm))
      if (/proptest!|macro_rules!|on_each_runtime!/.test(text)) names.add(match[1]);
  }
  return names;
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith("scripts/rules.mjs")) {
  const found = problems();
  for (const line of found) console.error(line);
  console.log(found.length === 0 ? "The rules are whole." : `${found.length} to fix.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
