// `npm run mutants`: changes the code in small ways and looks whether a test notices. Each change that no test
// notices is named: it needs a test, or the code is not needed. Only the modules in which a mistake would cost a person
// something, since each change is built and tested by itself. `npm run mutants -- NAME` takes one of them.
//
// It works on the checked-out files and puts each back, so everything must be committed first.
import { mkdirSync } from "node:fs";
import { ask, heading, main, must, root, run, Stop } from "./lib.mjs";
import { setup } from "./setup.mjs";

/** Where cargo-mutants is installed to, if it is not there yet: a tool of this script, not of the person. */
const TOOLS = `${root}/target/tools`;

/** The files of a module, and the tests that hold it. */
const MODULES = {
  verdict: {
    files: ["engine/inventory/src/inventory/verdict.rs"],
    tests: ["--test", "states", "--test", "cases"],
  },
  eligibility: {
    files: ["engine/inventory/src/eligibility.rs"],
    tests: ["--test", "states", "--test", "cases"],
  },
  selection: { files: ["engine/**/selection.rs"], tests: ["--lib", "selection"] },
  undo: { files: ["engine/change/src/apply/kept.rs"], tests: ["--test", "states", "--test", "changes"] },
  breaker: { files: ["engine/run/src/runtime/breaker.rs"], tests: ["--lib", "runtime"] },
  names: { files: ["engine/bring/src/unpack/names.rs"], tests: ["--lib", "unpack"] },
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
    const { files, tests } = MODULES[name];
    const { output } = await run(program, [
      "mutants",
      "--in-place",
      "--no-shuffle",
      "--output",
      `${root}/target/mutants/${name}`,
      ...files.flatMap((file) => ["--file", file]),
      // A room's own tests need that room only; building the others takes longer than the tests.
      "--test-workspace",
      String(!tests.includes("--lib")),
      "--",
      ...tests,
    ]);
    results.push(`${name}: ${output.match(/^\d+ mutants tested.*$/m)?.[0] ?? "it could not be run"}`);
  }
  console.log(`\n${results.join("\n")}`);
  return results.every((line) => !/ missed|could not/.test(line)) ? 0 : 1;
});
