// What is public in a room of the engine and named by no other crate, test or example: that is for the room alone, and says
// `pub(crate)`. A type that something public takes or gives back is public with it. It goes by words alone: of a name that is
// common (`read`, `plan`) some other place has the word, and it is not found.
import { files, programs, read } from "./files.mjs";

/** Where examples are that are built. */
const PAGES = ["engine/README.md", "README.md", "docs"];
const ITEM = /\bpub (?:(?:const|unsafe|async) (?=fn))?(fn|struct|enum|trait|const|static|type|mod) (\w+)/g;
/** What names types where others see them: the heads of functions, fields, and what is given on under another name. */
const SHOWN = [
  /\bpub (?:(?:const|unsafe|async) )*fn \w+[^{;]*/g,
  /\bpub (?:const|static|type) \w+[^=;]*(?:=[^;]*;)?/g,
  /\bpub \w+: [^\n]*/g,
  /\bpub struct \w+(?:<[^>]*>)?\([^;]*;/g,
  /\bpub (?:enum|trait) \w+[^{]*\{[\s\S]*?\n\}/g,
  /\btype \w+ = [^;]*;/g,
];
const TYPES = ["struct", "enum", "trait", "type"];
const bare = (text) => text.replace(/\/\/[^\n]*/g, "");
const named = (text) => text.match(/\w+/g) ?? [];

/** What is wrong with what is public, a sentence each. */
export function publicProblems(at, rooms) {
  const owner = (path) => rooms.find((room) => path.startsWith(`engine/${room}/src/`));
  const rust = files(at, ["engine", "cli", "src-tauri", "tests"]).filter((path) => path.endsWith(".rs"));
  const words = rust.map((path) => [owner(path), named(bare(read(at, path)))]);
  for (const path of files(at, PAGES).filter((path) => path.endsWith(".md")))
    for (const [, code] of read(at, path).matchAll(/```rust\n([\s\S]*?)```/g))
      words.push([undefined, named(code)]);
  const found = [];
  for (const room of rooms) {
    const outside = new Set(words.filter(([of]) => of !== room).flatMap(([, all]) => all));
    const own = [...programs(at, [`engine/${room}/src`])];
    const shown = new Set(
      own.flatMap(([, text]) => SHOWN.flatMap((one) => (text.match(one) ?? []).flatMap(uses))),
    );
    // By another name: `pub use crate::receipt::INCLUDED as SOURCE`.
    for (const [, text] of own)
      for (const [use] of text.matchAll(/\bpub use [^;]*;/g))
        for (const [, name, as] of use.matchAll(/\b(\w+) as (\w+)/g)) if (outside.has(as)) outside.add(name);
    for (const [path, text] of own)
      for (const [, kind, name] of text.matchAll(ITEM))
        if (!outside.has(name) && !(TYPES.includes(kind) && shown.has(name)))
          found.push(`${path} has a public ${kind} ${name} that no other crate names: say pub(crate).`);
  }
  return found;
}

/** The names in a head, without that of the item itself. */
const uses = (head) => named(head.replace(/^pub (?:\w+ )*?(?:struct|enum|trait|type) \w+/, ""));
