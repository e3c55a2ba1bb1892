// What the scripts share: running programs, headings with times, asking.
import { spawn, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

/** The folder of the whole project; every program is started there. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the script with a message a person can act on, without a stack trace. */
export class Stop extends Error {}

/** Runs the script's main function; a {@link Stop} is said and ends it with 1. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

let began = 0;

export function heading(title) {
  if (began) console.log(`(${seconds(began)})`);
  began = Date.now();
  console.log(`\n== ${title}`);
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** On Windows npm and the tools of packages are scripts, which only a shell starts. */
const shell = process.platform === "win32";

/** Runs a program to its end, its output shown as it comes. Resolves to its exit code and output. */
export function run(program, args, { env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell,
    });
    let output = "";
    const take = (to) => (chunk) => {
      output += chunk;
      if (!quiet) to.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", take(process.stdout));
    child.stderr.setEncoding("utf8").on("data", take(process.stderr));
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, output, signal }));
  });
}

/** As {@link run}, with the terminal handed over (questions, progress bars); stops the script where it fails. */
export function must(program, args, { env } = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
    shell,
  });
  if (done.status !== 0) throw new Stop(`This failed: ${[program, ...args].join(" ")}`);
}

/** The output of a program; null where it is missing or fails. */
export function ask(program, args) {
  const done = spawnSync(program, args, { cwd: root, encoding: "utf8", shell, maxBuffer: 64 << 20 });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** A yes-or-no question on the terminal. */
export async function confirm(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [Y/n] `);
  terminal.close();
  return /^(y(es)?)?$/i.test(answer.trim());
}

/** Where cargo puts what it builds. */
export function targetDir() {
  return JSON.parse(ask("cargo", ["metadata", "--format-version", "1", "--no-deps"])).target_directory;
}

/** The program of a package in node_modules, without npx, which would look on the network. */
export const tool = (name) => `${root}/node_modules/.bin/${name}`;
