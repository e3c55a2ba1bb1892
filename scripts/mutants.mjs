// `npm run mutants`: changes the code in small ways and looks whether a test notices. Each change that no test
// notices is named: it needs a test, or the code is not needed. Only the modules in which a mistake would cost a person
// something, since each change is built and tested alone. `npm run mutants -- NAME` takes one of them.
//
// It works on the checked-out files and puts each back, so everything must be committed first.
import { mkdirSync } from "node:fs";
import { ask, heading, main, must, root, run, Stop } from "./lib.mjs";
import { setup } from "./setup.mjs";

/** Where cargo-mutants is installed to, if it is not there yet: a tool of this script, not of the person. */
const TOOLS = `${root}/target/tools`;

/** In seconds: a test that takes longer has noticed the change. */
const LONGEST = "240";

/** The files of a module, the tests of its own room, and those of all rooms that hold it too. */
const MODULES = {
  verdict: {
    files: ["engine/inventory/src/inventory/verdict.rs"],
    own: ["--lib", "--test", "states"],
    all: ["cases"],
  },
  eligibility: {
    files: ["engine/inventory/src/eligibility.rs"],
    own: ["--lib", "--test", "states"],
    all: ["cases"],
  },
  order: {
    files: ["engine/inventory/src/inventory/order.rs", "engine/inventory/src/inventory/settings.rs"],
    own: ["--lib", "--test", "states"],
    all: ["cases"],
  },
  selection: {
    files: ["engine/agents/src/in_force/selection.rs", "engine/inventory/src/selection.rs"],
    own: ["--lib", "selection"],
    all: ["cases"],
  },
  undo: {
    files: ["engine/change/src/apply/kept.rs"],
    own: ["--lib", "--test", "states", "--", "apply::", "undo::", "undo_properties::"],
    all: ["changes"],
  },
  breaker: { files: ["engine/run/src/runtime/breaker.rs"], own: ["--lib", "runtime::breaker"] },
  names: { files: ["engine/bring/src/unpack/names.rs"], own: ["--lib", "unpack"] },
};

await main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !(name in MODULES));
  if (unknown) throw new Stop(`There is no module ${unknown}. There are: ${Object.keys(MODULES).join(", ")}`);
  if (ask("git", ["status", "--porcelain", "--untracked-files=no"]) !== "")
    throw new Stop("Commit or stash your changes first: files are changed and put back.");
  heading("Set-up");
  await setup();
  const program = `${TOOLS}/bin/cargo-mutants`;
  if (!ask(program, ["mutants", "--version"])) {
    heading("cargo-mutants is missing: it is built once, which takes minutes");
    must("cargo", ["install", "cargo-mutants", "--locked", "--debug", "--root", TOOLS]);
  }
  // It makes a folder for each module, and not those above them.
  mkdirSync(`${root}/target/mutants`, { recursive: true });
  const results = [];
  for (const name of wanted.length > 0 ? wanted : Object.keys(MODULES)) {
    heading(`Mutants of ${name}`);
    const { files, own, all } = MODULES[name];
    const mutants = async (...args) => {
      const { output } = await run(program, [
        "mutants",
        "--in-place",
        "--no-shuffle",
        "--output",
        `${root}/target/mutants/${name}`,
        ...files.flatMap((file) => ["--file", file]),
        ...args,
      ]);
      const [line, count] = output.match(/^(\d+) mutants? tested.*$/m) ?? ["it could not be run"];
      return { line, count: Number(count), missed: Number(line.match(/(\d+) missed/)?.[1] ?? 0) };
    };
    // A room's own tests first: building that room alone takes seconds. What they leave is for the tests of all rooms.
    const first = await mutants("--test-workspace", "false", "--", ...own);
    if (!all || !first.missed) {
      results.push(`${name}: ${first.line}`);
      continue;
    }
    const tests = all.flatMap((test) => ["--test", test]);
    // cargo-mutants tries unchanged code with tests of its own room only. A test that fails without a change would
    // count each mutant as noticed.
    must("cargo", ["test", "--locked", "--package", "tacklebox-engine", ...tests]);
    const of = ["--test-package", "tacklebox-engine", "--baseline", "skip", "--timeout", LONGEST];
    const rest = await mutants("--iterate", ...of, "--", ...tests);
    const left = rest.line.replace(/^\d+ mutants? tested/, "of those left");
    results.push(`${name}: ${first.count} mutants, ${left}`);
  }
  console.log(`\n${results.join("\n")}`);
  return results.every((line) => !/ missed|could not/.test(line)) ? 0 : 1;
});
