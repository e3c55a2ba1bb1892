// `npm run architecture`: the rooms of the engine only look down, no modules at the top of a room go round in a circle and
// no further ones below it, no file is too long, docs/ARCHITECTURE.md names every module, and its drawing is that of the code (`--write` draws it).
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { draw } from "./architecture-drawing.mjs";
import { circleProblems } from "./circles.mjs";
import { doorProblems } from "./door.mjs";
import { files, programs, read } from "./files.mjs";
import { root } from "./lib.mjs";
import { moduleProblems, writeModules } from "./modules.mjs";
import { publicProblems } from "./public.mjs";
import { shellProblems } from "./shells.mjs";

const PAGE = "docs/ARCHITECTURE.md";
const DRAWING = "docs/architecture.svg";
/** A file of Rust, TypeScript or JavaScript is not longer than this, with its tests; those that are, each with why. */
const MOST_LINES = 400;
const LONG = {
  "ui/src/backend/bindings.ts": "it is made from the commands",
  "engine/run/src/run/module/worker.mjs": "a runtime is handed it as one text",
  "ui/src/strings.ts": "it is one list of words, for a translator to take as a whole",
};
/** So many files outside `engine/agents` name an agent at most, each with why. */
const MOST_NAMING = 4;
const NAMING = {
  "engine/audit/src/agents.rs":
    "an agent's sign-ins are secrets, also where the audit is used without any inventory",
  "engine/inventory/src/notes/shipped.rs": "which notes are for which agent, and those of the family",
  "engine/inventory/src/notes/shipped/moltis.rs": "what today's Moltis does differently",
  "engine/inventory/src/notes/shipped/zeroclaw.rs": "what today's ZeroClaw does differently",
};
/** Files outside `engine/agents` that name the invented agent: the table of sign-ins has a row for each. */
const INVENTED = ["engine/audit/src/agents.rs"];
/** An agent in code: as a value, as a module, as part of a name or of a text. */
const NAMES = [/AgentId::(?!Invented\b)[A-Z][a-z]\w*/, /openclaw|milady|moltis|zeroclaw|\beliza/i];
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

/** What is wrong with the files that name an agent outside the room that knows them. Whoever names one forgets the
 *  sixth. `known` are those that may, with why. */
export function naming(at = root, known = NAMING) {
  const folders = readdirSync(join(at, "engine"))
    .filter((name) => !["agents", "benches", "examples", "target"].includes(name))
    .map((name) => `engine/${name}`);
  const found = [];
  const there = new Set();
  for (const [path, text] of programs(at, [...folders, "cli/src", "src-tauri/src"])) {
    const [name] = NAMES.map((one) => text.match(one)?.[0]).filter(Boolean);
    if (name) there.add(path);
    if (name && !(path in known)) found.push(`${path} names an agent (${name}). Ask its dialect instead.`);
    // The sixth agent, which only a test knows, is held to the same.
    if (/AgentId::Invented\b|orbiter/i.test(text) && !INVENTED.includes(path))
      found.push(`${path} names the invented agent. Ask its dialect instead.`);
  }
  for (const path of Object.keys(known))
    if (!there.has(path)) found.push(`${path} names no agent: take it off the list of those that may.`);
  if (Object.keys(known).length > MOST_NAMING)
    found.push(`More than ${MOST_NAMING} files may name an agent. Ask its dialect instead.`);
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
  for (const path of files(at, ["engine", "cli", "src-tauri", "tests", "ui/src", "ui/tests", "scripts"])) {
    if (!/\.(rs|tsx?|mjs)$/.test(path) || path in LONG) continue;
    const lines = read(at, path).split("\n").length - 1;
    if (lines > MOST_LINES) found.push(`${path} has ${lines} lines, more than ${MOST_LINES}: split it.`);
  }
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
function counted() {
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
  const rooms = house(root).map(({ name }) => name);
  const crates = [...rooms.map((name) => `engine/${name}`), ...SHELLS];
  if (process.argv.includes("--write")) {
    writeFileSync(join(root, DRAWING), draw(house(root)));
    writeModules(root, crates);
  }
  const found = [
    ...problems(),
    ...naming(),
    ...inner(),
    ...publicProblems(root, rooms),
    ...shellProblems(root),
    ...moduleProblems(root, crates),
    ...unguarded(),
    ...counted(),
  ];
  for (const line of found) console.error(line);
  console.log(
    found.length === 0
      ? "All rooms look down."
      : `${found.length} to put in order. See docs/ARCHITECTURE.md.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
