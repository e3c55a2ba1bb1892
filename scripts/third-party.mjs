// What the packages are made of besides Tacklebox itself: every crate that is linked into the two programs and every
// package of the page, with its version, its licence and the text of that. `npm run package` puts the list into the packages.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ask, root, Stop } from "./lib.mjs";

const PROGRAMS = ["tacklebox-desktop", "tacklebox-cli"];
const TEXT = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;
/** It asks that everybody who gets the program can get the source of its files. */
const SOURCE_WANTED = /MPL/;

const INTRO = `Tacklebox is published under the MIT licence. Its programs and its page also hold the works below: each with its
version, its licences and the numbers of the texts at the end of this file. No file of them was changed.

The programs also hold the standard library of Rust: MIT OR Apache-2.0, https://github.com/rust-lang/rust
GTK, WebKitGTK and the other libraries of the system are not part of the package.
`;

/** One work of others: its name, version, licence, and the folder with its texts. */
export function thirdParty() {
  return [...crates(), ...packages(), ...copied()];
}

/** What is linked into the programs: what they depend on when they run, but for what runs while they are compiled. */
function crates() {
  const target = /^host: (.+)$/m.exec(ask("rustc", ["-vV"]) ?? "")?.[1];
  if (!target) throw new Stop("`rustc -vV` does not say what this system is.");
  const said = ask("cargo", ["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
  if (said === null) throw new Stop("`cargo metadata` failed.");
  const { packages, resolve } = JSON.parse(said);
  const byId = new Map(packages.map((it) => [it.id, it]));
  const edges = new Map(resolve.nodes.map((it) => [it.id, it.deps]));
  const macro = (it) => it.targets.some(({ kind }) => kind.includes("proc-macro"));
  const seen = new Set();
  const next = packages.filter(({ name, source }) => source === null && PROGRAMS.includes(name));
  for (let it = next.pop(); it; it = next.pop()) {
    if (seen.has(it) || macro(it)) continue;
    seen.add(it);
    for (const { pkg, dep_kinds } of edges.get(it.id))
      if (dep_kinds.some(({ kind }) => kind === null)) next.push(byId.get(pkg));
  }
  return [...seen]
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      licence: license ?? "see its text",
      folder: dirname(manifest_path),
      page: `https://crates.io/crates/${name}/${version}`,
    }));
}

/** What the page is built from. */
function packages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, it]) => path !== "" && !it.dev && !it.optional && !it.devOptional)
    .map(([path, { version, license }]) => {
      const name = path.split("node_modules/").pop();
      const page = `https://www.npmjs.com/package/${name}/v/${version}`;
      return { name, version, licence: license, folder: join(root, path), page };
    });
}

/** What is in the source of Tacklebox itself. */
function copied() {
  const folder = join(root, "engine/agents/src/config/strict");
  return [
    {
      name: "The schema of OpenClaw's config",
      version: "",
      licence: "MIT",
      folder,
      page: "https://openclaw.ai",
    },
  ];
}

/** The texts in its folder; of two that differ only in their line breaks one. */
function texts({ folder }) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((it) => it.isFile() && TEXT.test(it.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim())
    .filter((text) => text !== "");
}

/** The whole file. */
export function thirdPartyText(works = thirdParty()) {
  const numbers = new Map();
  const kept = [];
  const numberOf = (text) => {
    const key = text.replace(/\s+/g, " ");
    if (!numbers.has(key)) numbers.set(key, kept.push(text));
    return numbers.get(key);
  };
  const own = new Map(works.map((work) => [work, texts(work).map(numberOf)]));
  // What comes without a text has the terms that the name of its licence says: those of another work under it.
  const usual = new Map();
  for (const [{ licence }, [first]] of own) if (first && !usual.has(licence)) usual.set(licence, first);
  const ofName = (licence) => {
    const parts = licence.split(/\s*(?:\/|\bOR\b|\bAND\b|[()])\s*/).filter(Boolean);
    return [...new Set([licence, ...parts].map((part) => usual.get(part)).filter(Boolean))];
  };
  const rows = [...own]
    .sort(([a], [b]) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"))
    .map(([{ name, version, licence, page }, has]) => {
      const all = has.length > 0 ? has : ofName(licence);
      if (all.length === 0) throw new Stop(`${name} ${version} (${licence}) has no text of its licence.`);
      const where = SOURCE_WANTED.test(licence) ? `\n    its source: ${page}` : "";
      const like = has.length > 0 ? "" : "no text of its own, the terms of ";
      return `${`${name} ${version}`.trim()}: ${licence} [${like}${[...new Set(all)].join(", ")}]${where}`;
    });
  const ends = kept.map((text, at) => `${"=".repeat(80)}\n[${at + 1}]\n\n${text}\n`);
  return `${INTRO}\n${rows.join("\n")}\n\n${ends.join("\n")}`;
}
