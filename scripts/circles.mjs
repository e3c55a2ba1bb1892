// Circles between modules below the top of a room: those that are known, so that no further one comes. At the top of a
// crate there are none at all (`architecture.mjs`).
import { names } from "./door.mjs";
import { programs } from "./files.mjs";

/** What is there, a circle each: where, which modules of that place use each other, and why. It may only shrink. */
export const KNOWN = {
  "engine/audit/code: js, py, shell":
    "a command may hold a script and a script starts commands: who reads one of them reads the others",
};

/** The modules of a crate, each with its text and what its `use` gives on: `change` and `install/foreign`. */
function house(at, src) {
  const all = new Map();
  for (const [path, text] of programs(at, [src])) {
    const place = path
      .slice(src.length + 1)
      .replace(/(^|\/)(mod|lib|main)\.rs$/, "")
      .replace(/\.rs$/, "");
    const brings = new Map();
    for (const [, tree] of text.matchAll(/\buse ([^;]+);/g))
      for (const [way, name] of names(tree)) brings.set(name, way);
    all.set(place, { text, brings });
  }
  return all;
}

/** The module in which a way ends that a module goes; none where it leads out of the crate. */
function end(all, from, way, deep = 0) {
  let at = from ? from.split("/") : [];
  const rest = [...way];
  if (rest[0] === "crate") {
    at = [];
    rest.shift();
  } else if (rest[0] === "self") rest.shift();
  else if (rest[0] !== "super") {
    // By a name that is brought here, or of a module that is here.
    const child = [...at, rest[0]].join("/");
    const known = all.get(from)?.brings.get(rest[0]);
    if (!all.has(child)) {
      if (!known || deep > 6 || ["super", "self", "crate"].includes(known[0]) === false) return undefined;
      return end(all, from, [...known, ...rest.slice(1)], deep + 1);
    }
  }
  while (rest[0] === "super") {
    at.pop();
    rest.shift();
  }
  while (rest.length > 0) {
    const child = [...at, rest[0]].join("/");
    if (all.has(child)) at.push(rest.shift());
    else {
      const here = at.join("/");
      const known = all.get(here)?.brings.get(rest[0]);
      if (known && deep <= 6 && here !== from)
        return end(all, here, [...known, ...rest.slice(1)], deep + 1) ?? here;
      break;
    }
  }
  return at.join("/");
}

/** For each place of a crate, which of the modules right in it use which others of them. */
function graphs(at, src) {
  const all = house(at, src);
  const found = new Map();
  for (const [from, { text }] of all) {
    const used = new Set();
    const go = (way) => {
      const to = end(all, from, way);
      if (to !== undefined) used.add(to);
    };
    for (const [, tree] of text.matchAll(/\buse ([^;]+);/g)) for (const [way] of names(tree)) go(way);
    for (const [path] of text
      .replace(/\buse [^;]+;/g, "")
      .matchAll(/\b(?:crate|self|super|[a-z_]\w*)(?:::\w+)+/g))
      go(path.split("::"));
    for (const to of used) {
      const [one, other] = [from.split("/"), to.split("/")];
      let depth = 0;
      while (depth < one.length && depth < other.length && one[depth] === other[depth]) depth++;
      // One is inside of the other: a module and its parts are one thing.
      if (!from || !to || depth >= one.length || depth >= other.length) continue;
      const place = one.slice(0, depth).join("/");
      const graph = found.get(place) ?? found.set(place, new Map()).get(place);
      (graph.get(one[depth]) ?? graph.set(one[depth], new Set()).get(one[depth])).add(other[depth]);
    }
  }
  return found;
}

/** All that can be reached, from each. */
function reach(graph, from) {
  const seen = new Set();
  const walk = (node) => {
    for (const next of graph.get(node) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        walk(next);
      }
  };
  walk(from);
  return seen;
}

/** The circles below the top of a crate, as `engine/change/install: foreign, plugin`. */
export function circles(at, crate) {
  const found = [];
  for (const [place, graph] of graphs(at, `${crate}/src`)) {
    if (place === "") continue;
    const nodes = [...graph.keys()].sort();
    const reached = new Map(nodes.map((node) => [node, reach(graph, node)]));
    const done = new Set();
    for (const node of nodes) {
      if (done.has(node) || !reached.get(node).has(node)) continue;
      const round = nodes.filter((other) => reached.get(node).has(other) && reached.get(other).has(node));
      for (const other of round) done.add(other);
      found.push(`${crate}/${place}: ${round.join(", ")}`);
    }
  }
  return found.sort();
}

/** Circles that are not known, and known ones that are gone. */
export function circleProblems(at, crates, known = KNOWN) {
  const found = crates.flatMap((crate) => circles(at, crate));
  return [
    ...found
      .filter((one) => !(one in known))
      .map((one) => `${one} go round in a circle, which scripts/circles.mjs does not know.`),
    ...Object.keys(known)
      .filter((one) => !found.includes(one))
      .map(
        (one) => `${one} do not go round in a circle any more: take it off the list in scripts/circles.mjs.`,
      ),
  ];
}

if (process.argv[1]?.endsWith("circles.mjs")) {
  const { root } = await import("./lib.mjs");
  for (const crate of process.argv.slice(2)) for (const one of circles(root, crate)) console.log(one);
}
