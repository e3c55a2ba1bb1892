// `npm run architecture`: the rooms of the engine only look down, no modules at the top of a room go round in a circle and
// no further ones below it, no file of Rust is too long, docs/ARCHITECTURE.md names every module, and its drawing is that of the code (`--write` draws it).
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { draw } from "./architecture-drawing.mjs";
import { circleProblems } from "./circles.mjs";
import { doorProblems } from "./door.mjs";
import { files, programs, read } from "./files.mjs";
import { root } from "./lib.mjs";

const PAGE = "docs/ARCHITECTURE.md";
const DRAWING = "docs/architecture.svg";
/** A file of Rust is not longer than this, with its tests. */
const MOST_LINES = 400;
/** So many files outside `engine/agents` name an agent at most. */
const MOST_NAMING = 4;
/** The heading of a room in the page, in the order from the ground up: ### `engine/machine`: what … */
const ROOM = /^### `engine\/(\w+)`: (.+)$/gm;
const DOOR = "engine";
const SHELLS = ["cli", "src-tauri"];
/** Crates beside the rooms: the page names their modules under a heading of their own. */
const OTHERS = [...SHELLS, "engine/testing", "tests/fuzz"];

/** The rooms that the page names, the lowest first, each with what it is and what is said of it. */
function rooms(page) {
  const heads = [...page.matchAll(ROOM)];
  return heads.map((head) => {
    const text = page.slice(head.index + head[0].length);
    const end = text.search(/^#{2,3} /m);
    return { name: head[1], idea: head[2], text: end < 0 ? text : text.slice(0, end) };
  });
}

/** What the page says under a heading of its own: ### `cli/src`. */
function section(page, folder) {
  const [, text] = page.split(`### \`${folder}/src\``);
  return text?.split(/^#{2,3} /m)[0] ?? "";
}

const says = (text, name) => new RegExp(`\`${name}(\\.rs|/)?\``).test(text);

/** The rooms that a crate depends on. Those of its tests may be anywhere: Cargo refuses circles. */
function uses(at, folder) {
  const manifest = read(at, `${folder}/Cargo.toml`);
  const found = [];
  for (const table of manifest.split(/^(?=\[)/m)) {
    const head = table.match(/^\[(?:target\..+\.)?dependencies(?:\.tacklebox-(\w+))?\]$/m);
    if (!head) continue;
    if (head[1]) found.push(head[1]);
    found.push(...[...table.matchAll(/^tacklebox-(\w+)(?:\.workspace)? = /gm)].map((match) => match[1]));
  }
  return [...new Set(found)];
}

/** The modules at the top of a crate, each with the others that it uses outside of tests. */
export function modules(at, folder) {
  const src = `${folder}/src`;
  const names = readdirSync(join(at, src), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith(".rs"))
    .map((entry) => (entry.isDirectory() ? entry.name : entry.name.replace(/\.rs$/, "")))
    .filter((name) => !["lib", "main", "tests", "fuzz"].includes(name));
  const used = new Map([...new Set(names)].sort().map((name) => [name, new Set()]));
  // By which names the top file gives on what is in a module.
  const given = new Map();
  for (const [path, text] of programs(at, [src]))
    if (path === `${src}/lib.rs`)
      for (const [, tree] of text.matchAll(/\buse ([^;]+);/g))
        for (const [first, name] of leaves(tree.replace(/^(self|crate)::/, "")))
          if (used.has(first)) given.set(name, first);
  for (const [path, text] of programs(at, [src])) {
    const place = path.slice(src.length + 1).replace(/(\/mod)?\.rs$/, "");
    const [own, ...deeper] = place.split("/");
    for (const first of named(text, deeper.length + 1)) {
      const other = used.has(first) ? first : given.get(first);
      if (other && other !== own) used.get(own)?.add(other);
    }
  }
  return used;
}

/** What comes first below the top of the crate: after `crate::`, and after as many `super::` as a file is deep. */
function* named(text, depth) {
  for (const match of text.matchAll(/\b(crate::|(?:super::)+)(?=(\w+)|\{([^;]*)\};)/g)) {
    if (match[1] !== "crate::" && match[1].length !== depth * "super::".length) continue;
    if (match[2]) yield match[2];
    else for (const [first] of leaves(`{${match[3]}}`)) yield first;
  }
}

/** The names that a tree of `use` brings, each with the first name of its way: `a::{B, c::D as E}` brings B and E of a. */
function* leaves(tree, first) {
  const open = tree.indexOf("{");
  if (open < 0) {
    const way = tree.trim().split(/::|\s+as\s+/);
    if (way[0]) yield [first ?? way[0], way[way.length - 1]];
    return;
  }
  const root = first ?? (tree.slice(0, open).trim().split("::")[0] || undefined);
  let depth = 0;
  let from = open + 1;
  for (let i = from; i <= tree.lastIndexOf("}"); i++) {
    if (tree[i] === "{") depth++;
    else if (tree[i] === "}") depth--;
    if ((tree[i] === "," && depth === 0) || depth < 0) {
      yield* leaves(tree.slice(from, i), root);
      from = i + 1;
    }
  }
}

/** The first circle of a graph as a list of names, or none. */
export function circle(graph) {
  const state = new Map();
  const path = [];
  function visit(node) {
    if (state.get(node) === "done") return undefined;
    if (state.get(node) === "open") return [...path.slice(path.indexOf(node)), node];
    state.set(node, "open");
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const found = visit(next);
      if (found) return found;
    }
    path.pop();
    state.set(node, "done");
    return undefined;
  }
  for (const node of graph.keys()) {
    const found = visit(node);
    if (found) return found;
  }
  return undefined;
}

function rounds(folder, graph) {
  const round = circle(graph);
  return round ? [`${folder}: modules go round in a circle: ${round.join(" → ")}.`] : [];
}

/** The house as it is: rooms with ideas, modules and arrows, the lowest first. */
function house(at) {
  const page = read(at, PAGE);
  return rooms(page)
    .filter(({ name }) => existsSync(join(at, "engine", name, "Cargo.toml")))
    .map((room) => ({
      ...room,
      uses: uses(at, `engine/${room.name}`),
      modules: modules(at, `engine/${room.name}`),
    }));
}

/** The files that name an agent outside the room that knows them, or a family of events that is one agent's alone. Whoever
 *  names one forgets the sixth. */
function naming(at) {
  const folders = readdirSync(join(at, "engine"))
    .filter((name) => !["agents", "benches", "examples", "target"].includes(name))
    .map((name) => `engine/${name}`);
  const found = [];
  for (const [path, text] of programs(at, [...folders, "cli/src", "src-tauri/src"]))
    if (/\b(AgentId::(?!Invented\b)|Keys::(?!Invented\b|Internal\b|Plugin\b))[A-Z][a-z]\w*/.test(text))
      found.push(path);
  return found;
}

/** What is wrong, a sentence each. */
export function problems(at = root) {
  const found = [];
  const all = house(at);
  const order = all.map((room) => room.name);

  for (const entry of readdirSync(join(at, "engine"), { withFileTypes: true })) {
    const isRoom = entry.isDirectory() && existsSync(join(at, "engine", entry.name, "Cargo.toml"));
    if (isRoom && entry.name !== "testing" && !order.includes(entry.name))
      found.push(`engine/${entry.name} is a room that ${PAGE} does not name.`);
  }
  for (const room of all) {
    for (const other of room.uses)
      if (other === DOOR || order.indexOf(other) >= order.indexOf(room.name))
        found.push(`engine/${room.name} looks up: it uses ${other}, which ${PAGE} has above it.`);
    found.push(...rounds(`engine/${room.name}`, room.modules));
    for (const name of room.modules.keys())
      if (!says(room.text, name))
        found.push(`${PAGE} does not name the module ${name} of engine/${room.name}.`);
  }
  for (const shell of SHELLS.filter((shell) => existsSync(join(at, shell, "Cargo.toml")))) {
    if (existsSync(join(at, shell, "src"))) found.push(...rounds(shell, modules(at, shell)));
    for (const other of uses(at, shell).filter((other) => other !== DOOR))
      found.push(`${shell} goes past the door: it uses ${other} instead of tacklebox-engine.`);
  }
  for (const crate of OTHERS.filter((crate) => existsSync(join(at, crate, "src")))) {
    const text = section(read(at, PAGE), crate);
    for (const name of modules(at, crate).keys())
      if (!says(text, name)) found.push(`${PAGE} does not name the module ${name} of ${crate}.`);
  }
  if (existsSync(join(at, DOOR, "src/lib.rs"))) found.push(...doorProblems(at));
  for (const path of files(at, ["engine", "cli", "src-tauri", "tests"])) {
    if (!path.endsWith(".rs")) continue;
    const lines = read(at, path).split("\n").length - 1;
    if (lines > MOST_LINES) found.push(`${path} has ${lines} lines, more than ${MOST_LINES}: split it.`);
  }
  const named = naming(at);
  if (named.length > MOST_NAMING)
    found.push(
      `${named.length} files name an agent, more than ${MOST_NAMING}: ${named.join(", ")}. Ask its dialect instead.`,
    );
  if (all.length > 0 && (!existsSync(join(at, DRAWING)) || read(at, DRAWING) !== draw(all)))
    found.push(`${DRAWING} is not the drawing of the code: \`npm run architecture -- --write\` draws it.`);
  return found;
}

/** The circles below the top of the rooms and the programs: none that is not known. */
const inner = () => circleProblems(root, [...house(root).map(({ name }) => `engine/${name}`), ...SHELLS]);

const GUARD = "deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)";

/** Rooms, programs and the door without the attribute by which no input ends the program. */
const unguarded = () =>
  [...house(root).map(({ name }) => `engine/${name}`), DOOR, ...SHELLS]
    .map((crate) => `${crate}/src/lib.rs`)
    // A program is a crate beside its library.
    .concat(SHELLS.map((shell) => `${shell}/src/main.rs`))
    .filter((path) => !read(root, path).includes(GUARD))
    .map((path) => `${path} does not say ${GUARD}.`);

/** So many crates are built at most for a program that only reads hooks. */
const MOST_CRATES = 120;

/** Whether the crates that engine/README.md counts for each feature are those that Cargo would build on Linux, those of
 *  build scripts too, and whether the page says the same. */
function crates() {
  const rows = [
    ...read(root, "engine/README.md").matchAll(/^\| (none|all|`\w+`) ?(?:\(.*?\))? \|.*\| (\d+) \|$/gm),
  ];
  const wrong = [];
  for (const [, name, said] of rows) {
    const features = name.startsWith("`") ? ["--no-default-features", "--features", name.slice(1, -1)] : [];
    if (name === "none") features.push("--no-default-features");
    const tree = [
      "tree",
      "-p",
      "tacklebox-engine",
      "-e",
      "normal,build",
      "--target",
      "x86_64-unknown-linux-gnu",
      "--prefix",
      "none",
      "--locked",
      ...features,
    ];
    const { status, stdout, stderr } = spawnSync("cargo", tree, { cwd: root, encoding: "utf8" });
    if (status !== 0) return [`The crates were not counted: ${stderr}`];
    const count = new Set(
      stdout
        .split("\n")
        .map((line) => line.replace(/ \(\*\)$/, ""))
        .filter(Boolean),
    ).size;
    if (count !== Number(said))
      wrong.push(`engine/README.md says ${said} crates for ${name}: there are ${count}.`);
    if (name === "none" && count > MOST_CRATES)
      wrong.push(`Who only reads hooks builds ${count} crates, more than ${MOST_CRATES}.`);
  }
  const [few, all] = ["none", "all"].map((name) => rows.find((row) => row[1] === name)?.[2]);
  if (!read(root, PAGE).replace(/\s+/g, " ").includes(`${few} crates are built instead of ${all} on Linux`))
    wrong.push(`${PAGE} does not say that ${few} crates are built instead of ${all} on Linux.`);
  return rows.length === 5 ? wrong : ["engine/README.md has no table of crates for each feature."];
}

if (process.argv[1]?.endsWith("architecture.mjs")) {
  if (process.argv.includes("--write")) writeFileSync(join(root, DRAWING), draw(house(root)));
  const found = [...problems(), ...inner(), ...unguarded(), ...crates()];
  for (const line of found) console.error(line);
  console.log(
    found.length === 0
      ? "All rooms look down."
      : `${found.length} to put in order. See docs/ARCHITECTURE.md.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
