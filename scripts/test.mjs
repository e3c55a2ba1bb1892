// `npm test`: everything that must be true, from the rules of the engine to clicks in the real window.
// Ends with one line that counts all tests of all runners. `npm test -- checks` runs the quick checks of
// `npm run check` as well and counts each as a test.
import { readdirSync } from "node:fs";
import { QUICK } from "./checks.mjs";
import { agents, cargo, crashed, failing, node, vitest, wrong } from "./counts.mjs";
import { heading, main, must, root, run, Stop, seconds, targetDir, tool } from "./lib.mjs";
import { setup } from "./setup.mjs";

/** One set of packages, targets and thus features for every call of cargo: nothing is built twice. */
const RUST = ["--workspace", "--locked"];

/** Programs that the docs show, and what each prints when all of it worked. */
const SHOWN = { own_hooks: "after clear, 0 handlers are called", read_hooks: "would load" };
const EXAMPLES = Object.keys(SHOWN);

/** Tests that ask the published loaders, which come from npm. */
const REAL = [
  "tests/agents/family.test.mjs",
  "tests/agents/workspaces.test.mjs",
  "tests/hooks-bundled/real-loaders.test.mjs",
];

/** More than this many that failed are not an accident, and are not asked again. */
const FEW = 3;

const PLAIN = { FORCE_COLOR: "0", NO_COLOR: "1" };

/** Tests that passed only when nothing ran beside them. */
const unsteady = [];

const total = { passed: 0, failed: 0, skipped: 0 };
const linux = process.platform === "linux";

await main(async () => {
  const start = Date.now();
  try {
    await everything();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    total.failed += 1;
  }
  const { passed, failed, skipped } = total;
  if (unsteady.length > 0) console.log(`\nPassed only alone: ${unsteady.join(", ")}`);
  console.log(`\nAll of it took ${seconds(start)}.`);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed === 0 ? 0 : 1;
});

async function everything() {
  heading("Set-up");
  await (linux ? setup("screen", "window", "hooks") : setup());

  heading("Build: pages");
  must("npm", ["run", "--silent", "ui:build"]);
  heading("Build: engine, command line, window and their tests");
  must("cargo", [
    "build",
    ...RUST,
    "--lib",
    "--bins",
    "--tests",
    "--test",
    "window",
    ...EXAMPLES.flatMap((name) => ["--example", name]),
  ]);

  heading("Tests of the engine, the command line and the shell");
  await steady(["--lib", "--bins", "--tests"]);

  heading("Examples in the docs");
  await count(cargo, "cargo", ["test", ...RUST, "--doc"]);
  for (const [name, line] of Object.entries(SHOWN)) {
    const printed = (output) => ({
      passed: output.includes(line) ? 1 : 0,
      failed: 0,
      skipped: 0,
      excused: 0,
    });
    await count(printed, `${targetDir()}/debug/examples/${name}`, []);
  }

  heading("Tests of the bundled hooks");
  await nodeTests(
    node,
    inFolder("tests/hooks-bundled").filter((path) => !REAL.includes(path)),
  );

  heading("Tests of the scripts: rooms, rule book, words, what counts as tested");
  await nodeTests(node, inFolder("scripts/test"));

  heading("Tests beside the loaders of Milady and Eliza: skipped where those cannot be fetched");
  await nodeTests(agents, REAL);

  heading("Tests of the pages");
  await count(vitest, tool("vitest"), ["run", "--root", "ui"]);

  if (process.argv.includes("checks")) await checks();

  heading("Tests in the real window");
  if (!linux) {
    console.log("Skipped: they need WebKitWebDriver and Xvfb, which are on Linux only.");
    total.skipped += 1;
    return;
  }
  await steady(["--test", "window"]);
  heading("Done");
}

/** Each check is one test; where this computer lacks its program, a skipped one. */
async function checks() {
  for (const { title, command, hint, there, missing } of QUICK) {
    heading(`Check: ${title}`);
    if (there && !there()) {
      console.log(`Skipped: install it with \`${missing}\`.`);
      total.skipped += 1;
      continue;
    }
    const { code } = await run(command[0], command.slice(1));
    if (code !== 0) console.error(hint ? `Failed: ${hint}.` : "Failed.");
    total[code === 0 ? "passed" : "failed"] += 1;
  }
}

/** By name: what `node --test` makes of a folder differs from one Node to the next. */
function inFolder(folder) {
  const files = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith(".test.mjs"));
  return files.map((name) => `${folder}/${name}`);
}

async function nodeTests(read, paths) {
  await count(read, process.execPath, ["--test", "--test-reporter=spec", ...paths]);
}

/**
 * Tests of cargo. Many of them have real programs, clocks and windows, so on a busy computer one may fail that nothing
 * is wrong with: a few that failed are asked once more, one after the other. What fails alone has failed, and what
 * passed only then is named at the end of the run.
 */
async function steady(targets) {
  const args = ["test", ...RUST, ...targets, "--no-fail-fast"];
  const output = await count(cargo, "cargo", args);
  const names = failing(output);
  if (names.length === 0 || names.length > FEW || crashed(output)) return;
  heading(`Once more, alone: ${names.join(", ")}`);
  const { output: again } = await run("cargo", [...args, "--", "--exact", "--test-threads=1", ...names], {
    env: PLAIN,
  });
  if (crashed(again)) return;
  const better = names.filter(
    (name) => again.includes(`test ${name} ... ok\n`) && !failing(again).includes(name),
  );
  total.failed -= better.length;
  total.passed += better.length;
  unsteady.push(...better);
}

async function count(read, program, args) {
  const { code, output } = await run(program, args, { env: PLAIN });
  const counts = read(output);
  const problem = wrong(counts, code, linux);
  if (problem) {
    console.error(problem);
    counts.failed = 1;
  }
  if (counts.skipped > 0) console.log(`${counts.skipped} skipped: the lines above say why.`);
  for (const key of Object.keys(total)) total[key] += counts[key];
  return output;
}
