// `npm run words`: the English of this project is plain. The word list is in CONTRIBUTING.md; here it is enforced on
// what people read: Markdown, comments, and texts in the code. Names of functions and variables are not looked at.
import { files, lineAt, read } from "./files.mjs";
import { root } from "./lib.mjs";

const READ = [
  "engine",
  "cli",
  "src-tauri",
  "ui/src",
  "ui/index.html",
  "tests",
  "docs",
  "scripts",
  "hooks-bundled",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
];
/** This file with its patterns, its tests, texts of others, and what is written by the programs (from texts that are checked). */
const NOT_READ =
  /^(scripts\/(words\.mjs|test\/)|tests\/scripts\/moltis\/|tests\/cases\/audit\/)|\.json$|dangerous-commands\.txt$/;

/** What is not written here, and what to write instead. */
export const WORDS = [
  // “There is no file” and “it is no longer there” are plain; “it is no file” is not.
  [
    /(?<!\b[tT]here(?: \w+)? )\b(is|are|was|were|be|been) no (?!longer\b|more\b|less\b|better\b|worse\b|different\b|one\b|such\b|other\b|doubt\b|larger\b|older\b|newer\b)\w+/g,
    "is not a …",
  ],
  [/\b[Aa]new\b/g, "again"],
  [/\b(?:[Ss]tands?|[Ss]tood|[Ss]tanding)\b(?! (?:for|out|alone|still|up)\b)(?!-)/g, "is"],
  [/\b(?:[Ll]ies|[Ll]ie|lying|lain)\b(?! (?:flat|to)\b)/g, "is"],
  [/\b[Mm]end(?:s|ed|ing)?\b/g, "fix"],
  [/\b[Pp]ut(?:s|ting)? (?:(?:\w+ ){1,4}right|right)\b/g, "fix"],
  [/[.;] Who \w+s\b(?![^.]*\?)/g, "The one that …"],
  [/\b(?:by|for|to|from|than) who\b/g, "whoever, people who"],
  [/\b[Bb]ears? (?:the|its|their|one|a|this|that)\b/g, "has"],
  [/\b[Bb]egun\b/g, "started"],
  [/\blacks? no\b/g, "has every"],
  [/\b(?:to|can(?:not)?|could(?: not)?) be had\b/g, "available"],
  [/\b(?:[Ww]rit(?:e|es|ing|ten)|[Ww]rote) over\b/g, "overwrite"],
  [/\b[Pp]ass(?:es|ed|ing)? over\b/g, "skip"],
  [/\b(?:is|are|do|does|did|here|reads|written|them) otherwise\b/g, "differently"],
  [/(?<!-)\bmeanwhile(?=[.;:)](?:\s|$))/g, "in the meantime"],
  [/\bthat (?:is|are) none\b(?! of\b)/g, "that is not one"],
  [/\b(?:runs?|calls?|reads?|takes?|overwrites?|checks?) none of (?:it|them)\b/g, "not … any of it"],
  [/\b[Nn]othing of (?:it|them|your|its)\b/g, "none of it"],
  // A broken one may end its loader, or have the whole config refused.
  [/\b[Oo]ther (?:hooks|plugins) are not affected\b/g, "nothing: they may be"],
  [/\bby (?:itself|themselves)\b/g, "automatically, alone, on its own, without help"],
];

/** The parts of a text that people read, as `[from, to]`. */
export function prose(path, text) {
  if (/\.rs$/.test(path)) return code(text, true);
  if (/\.(ts|tsx|mjs|js)$/.test(path)) return code(text, false);
  if (/\.css$/.test(path)) return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(span);
  // What is not to be written is in the left column of the list itself.
  const left = path === "CONTRIBUTING.md" ? [...text.matchAll(/^\| “[^|]*\|/gm)].map(span) : [];
  const ends = [...left.map(([from]) => from), text.length];
  return ends.map((to, at) => [at === 0 ? 0 : left[at - 1][1], to]);
}

const span = (match) => [match.index, match.index + match[0].length];

/** Comments and texts of Rust or TypeScript. */
function code(text, rust) {
  const parts = rust
    ? /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)b?r(#*)"[\s\S]*?"\1|(?<!\w)[bc]?"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:'|[^']+)|[^'\\\n])'/g
    : /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//g;
  return [...text.matchAll(parts)]
    .filter((match) => rust || !match[0].startsWith("/") || /^\/[/*]/.test(match[0]))
    .map(span);
}

/** What is wrong, a line each. */
export function problems(at = root) {
  const found = [];
  for (const path of files(at, READ)) {
    if (NOT_READ.test(path)) continue;
    const text = read(at, path);
    for (const [index, said, instead] of wrong(path, text))
      found.push(`${path}:${lineAt(text, index)}: “${said}”: write “${instead}”.`);
  }
  return found;
}

/** What of a text is on the list: where, which words, and what to write instead. */
export function wrong(path, text) {
  const found = [];
  for (const [from, to] of prose(path, text)) {
    const part = text.slice(from, to);
    for (const [pattern, instead] of WORDS)
      for (const match of part.matchAll(pattern)) found.push([from + match.index, match[0].trim(), instead]);
  }
  return found;
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith("scripts/words.mjs")) {
  const found = problems();
  for (const line of found) console.error(line);
  console.log(
    found.length === 0
      ? "The words are plain."
      : `${found.length} to rewrite. The list is in CONTRIBUTING.md.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
