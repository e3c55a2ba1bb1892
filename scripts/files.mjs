// The project's own text files, for the scripts that read all of them.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What is built, fetched or drawn. */
const SKIPPED = new Set(["target", "node_modules", "dist", "coverage", "gen", "pictures", ".git"]);
const TEXTS = /\.(rs|toml|snap|ts|tsx|mjs|js|css|md|json|html|txt|sh|awk|yml)$/;

/** Paths below `root` with slashes, in a fixed order. `folders` are looked through, files taken as they are. */
export function files(root, folders) {
  const found = [];
  for (const folder of folders) walk(join(root, folder), found);
  return found.map((path) => relative(root, path).split(sep).join("/")).sort();
}

function walk(path, found) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") found.push(path);
    else if (error.code !== "ENOENT") throw error;
    return;
  }
  for (const entry of entries) {
    if (SKIPPED.has(entry.name) || entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) walk(join(path, entry.name), found);
    else if (entry.isFile() && TEXTS.test(entry.name)) found.push(join(path, entry.name));
  }
}

export const read = (root, path) => readFileSync(join(root, path), "utf8");

/** Each file of Rust with its text, without tests and comments. */
export function* programs(at, folders) {
  for (const path of files(at, folders)) {
    if (!path.endsWith(".rs") || /(^|\/|_)(tests|faults|fuzz|robustness)(\.rs$|\/)/.test(path)) continue;
    const text = read(at, path)
      .replace(/\/\/[^\n]*/g, "")
      .replace(/#\[cfg\((?:all\()?test\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{[\s\S]*$/, "");
    yield [path, text];
  }
}

/** The line, counted from 1, of a place in a text. */
export const lineAt = (text, index) => text.slice(0, index).split("\n").length;
