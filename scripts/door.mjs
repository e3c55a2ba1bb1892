// What the door of the engine (`engine/src/lib.rs`) gives on, and what of that a shell, an example or a page uses. A name
// that none of them does is not public: tests and benches ask the rooms.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { files, programs, read } from "./files.mjs";

const DOOR = "engine/src";
const CRATE = "tacklebox_engine";
const USERS = ["cli/src", "src-tauri/src", "engine/examples"];
const PAGES = ["engine/README.md", "README.md", "docs"];

/** The names that a tree of `use` brings, each as [its way, the name it has here]. */
export function* names(tree, way = []) {
  const open = tree.indexOf("{");
  if (open < 0) {
    const [path, as] = tree.trim().split(/\s+as\s+/);
    const all = [...way, ...path.split("::").filter(Boolean)];
    if (all.at(-1) === "self") all.pop();
    if (all.length > 0) yield [all, as ?? all.at(-1)];
    return;
  }
  const before = [
    ...way,
    ...tree
      .slice(0, open)
      .split("::")
      .map((part) => part.trim())
      .filter(Boolean),
  ];
  let depth = 0;
  let from = open + 1;
  for (let i = from; i <= tree.lastIndexOf("}"); i++) {
    if (tree[i] === "{") depth++;
    else if (tree[i] === "}") depth--;
    if ((tree[i] === "," && depth === 0) || depth < 0) {
      if (tree.slice(from, i).trim()) yield* names(tree.slice(from, i).trim(), before);
      from = i + 1;
    }
  }
}

const bare = (text) => text.replace(/\/\/[^\n]*/g, "");

/** The ways below the door that a file goes, as `ops::set_enabled`. */
function* ways(text) {
  const known = new Map([[CRATE, []]]);
  for (const [, tree] of text.matchAll(/\buse ([^;]+);/g))
    for (const [way, name] of names(tree.replace(/\s+/g, " ")))
      if (way[0] === CRATE) {
        yield way.slice(1);
        known.set(name, way.slice(1));
      }
  for (const [path] of text.matchAll(/\b[A-Za-z_]\w*(?:::\w+)+/g)) {
    const [first, ...rest] = path.split("::");
    if (known.has(first)) yield [...known.get(first), ...rest];
  }
}

/** Every way that somebody goes, with those of `prelude::*`. */
export function used(at) {
  const found = new Set();
  const add = (text) => {
    for (const way of ways(text)) for (let i = 1; i <= way.length; i++) found.add(way.slice(0, i).join("::"));
  };
  for (const [, text] of programs(at, USERS)) add(text);
  for (const path of files(at, PAGES))
    if (path.endsWith(".md"))
      for (const [, code] of read(at, path).matchAll(/```rust\n([\s\S]*?)```/g)) add(bare(code));
  return found;
}

/** What the door gives on, as `ops::set_enabled`. */
export function given(at) {
  const found = [];
  for (const path of files(at, [DOOR]).filter((path) => path.endsWith(".rs"))) {
    const file = path.slice(DOOR.length + 1, -".rs".length);
    const inside = file === "lib" ? [] : [file];
    for (const [token, mod, tree] of bare(read(at, path)).matchAll(/pub mod (\w+) \{|pub use ([^;]+);|\}/g)) {
      if (mod) inside.push(mod);
      else if (token === "}") inside.pop();
      else for (const [, name] of names(tree.replace(/\s+/g, " "))) found.push([...inside, name].join("::"));
    }
  }
  return found;
}

/** What readers are told of the door in so many words, as `fire::load`, where the door has no such name. */
function told(at) {
  const there = given(at);
  const modules = new Set(there.map((way) => way.split("::")[0]));
  const wrong = [];
  for (const path of [...files(at, ["engine/examples"]), "engine/README.md"].filter((path) =>
    existsSync(join(at, path)),
  ))
    for (const [, way] of read(at, path).matchAll(/`(?:tacklebox_engine::)?([a-z_]+(?:::\w+)+)/g)) {
      // Of a type, what it can do is its own affair.
      const known = there.some(
        (name) => way === name || name.startsWith(`${way}::`) || way.startsWith(`${name}::`),
      );
      if (modules.has(way.split("::")[0]) && !known)
        wrong.push(`${path} names ${way}, which ${DOOR} does not give on.`);
    }
  return wrong;
}

/** What is wrong with the door, a sentence each. */
export function doorProblems(at) {
  const wanted = used(at);
  const within = (way) => [...wanted].some((other) => other.startsWith(`${way}::`));
  const wrong = told(at);
  for (const way of given(at)) {
    // The prelude is for programs that are not here.
    if (way.startsWith("prelude::")) continue;
    const [name] = way.split("::").slice(-1);
    if (name === "*" || (/^[a-z]/.test(name) && within(way)))
      wrong.push(`${DOOR} gives on all that is in ${way}: name what is used.`);
    else if (!wanted.has(way))
      wrong.push(`${DOOR} gives on ${way}, which no shell and no example uses: leave it out.`);
  }
  return wrong;
}
