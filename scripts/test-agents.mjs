// `npm run test:agents`: what is said of hooks, and what is written for agents, beside the real agents. They are
// fetched from npm into a folder that git ignores; one that is not available is skipped by name, never green.
//
//   npm run test:agents             all of it, minutes
//   npm run test:agents -- --fast   Milady and Eliza only, as in `npm test`
//   npm run test:agents -- --write  and the table into the README
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { table, write } from "../tests/agents/agreement.mjs";
import { absent, cache, here } from "../tests/agents/fetch.mjs";
import { installed, node, VERSIONS } from "../tests/agents/openclaw-ask.mjs";
import { heading, main, must, run } from "./lib.mjs";

const fast = process.argv.includes("--fast");

await main(async () => {
  heading("Build: command line");
  if (!process.env.TACKLEBOX_CLI) must("cargo", ["build", "--locked", "-p", "tacklebox-cli"]);
  if (!fast) {
    heading("OpenClaw, from npm");
    await fetchOpenclaw();
  }
  const folder = mkdtempSync(join(tmpdir(), "agreement-"));
  const env = { TACKLEBOX_AGREEMENT: join(folder, "counts.jsonl") };
  // The table needs the same place as the tests.
  Object.assign(process.env, env);
  try {
    heading("Beside the real agents");
    const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
    const files = fast ? ["family.test.mjs"] : all;
    const only = process.env.TACKLEBOX_ONLY ? [`--test-name-pattern=${process.env.TACKLEBOX_ONLY}`] : [];
    const { code, output } = await run(
      process.execPath,
      ["--test", "--test-reporter=spec", ...only, ...files.map((file) => join(here, file))],
      { env },
    );
    const skipped = [...output.matchAll(/^.*﹣ (.*)$/gm)].map((found) => found[1]);
    heading("Agreement");
    const counts = existsSync(env.TACKLEBOX_AGREEMENT)
      ? table(new Date().toISOString().slice(0, 10))
      : "Nothing was compared.";
    console.log(counts);
    for (const line of skipped) console.log(`Skipped: ${line}`);
    if (process.argv.includes("--write") && code === 0 && skipped.length === 0 && !fast) {
      console.log(write(counts) ? "The README has it." : "The README has no place for it.");
    }
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Installs what `tests/agents/package-lock.json` names, once. Its own scripts are not run. */
async function fetchOpenclaw() {
  const lock = "package-lock.json";
  const same = () =>
    existsSync(join(installed, lock)) &&
    readFileSync(join(installed, lock), "utf8") === readFileSync(join(here, lock), "utf8");
  const there = () =>
    VERSIONS.every((version) =>
      existsSync(join(installed, "node_modules", `openclaw-${version}`, "openclaw.mjs")),
    ) && readdirSync(join(installed, "node_modules/@openclaw")).some((name) => name.startsWith("fs-safe-"));
  if (there() && (same() || process.env.TACKLEBOX_AGENTS_CACHE)) {
    console.log(`In ${cache}.`);
    return;
  }
  mkdirSync(installed, { recursive: true });
  for (const file of ["package.json", lock]) copyFileSync(join(here, file), join(installed, file));
  const quiet = ["--prefix", installed, "--ignore-scripts", "--no-audit", "--no-fund"];
  let { code } = await run("npm", ["ci", ...quiet]);
  // npm leaves out what an older Node of this computer does not run, a part of its file system among it: a newer Node came along.
  const npm = process.env.npm_execpath;
  if (code === 0 && npm && !absent(() => [node()]))
    ({ code } = await run(node(), [npm, "install", "--no-save", ...quiet]));
  if (code !== 0) {
    rmSync(join(installed, lock), { force: true });
    console.log("This registry does not have it: its tests are skipped.");
  }
}
