// `npm run cross`: does the engine and the command line compile for Windows and macOS? Types and borrows are checked;
// nothing is linked and nothing is run, so no compiler for C of those systems is needed.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { ask, heading, main, root, run, Stop } from "./lib.mjs";

const TARGETS = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/** The desktop shell is left out: its build needs the system's own libraries. */
const CRATES = ["tacklebox-engine", "tacklebox-cli"];

/** Some crates compile C when they are built. A check needs no code of it, so an empty file does. */
const NO_COMPILER = `#!/bin/sh
for word in "$@"; do
  case $last in -o) : > "$word" ;; esac
  last=$word
done
case "$*" in *-E*) cat "$last" 2> /dev/null ;; esac
exit 0
`;

await main(async () => {
  if (!ask("rustup", ["--version"]))
    throw new Stop("This needs rustup, which brings the standard library of other systems.");
  const folder = `${root}/target/tools`;
  const compiler = `${folder}/no-compiler`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(compiler, NO_COMPILER);
  chmodSync(compiler, 0o755);

  const failed = [];
  for (const target of TARGETS) {
    heading(target);
    const added = await run("rustup", ["target", "add", target]);
    if (added.code !== 0) {
      console.log("Skipped: its standard library is not available here.");
      continue;
    }
    const name = target.replaceAll("-", "_");
    const env = { [`CC_${name}`]: compiler, [`CXX_${name}`]: compiler, [`AR_${name}`]: compiler };
    const packages = CRATES.flatMap((name) => ["-p", name]);
    const { code } = await run("cargo", ["check", "--locked", "--target", target, ...packages], { env });
    if (code !== 0) failed.push(target);
  }
  console.log(failed.length === 0 ? "\nIt compiles." : `\nIt does not compile for ${failed.join(" and ")}.`);
  return failed.length === 0 ? 0 : 1;
});
