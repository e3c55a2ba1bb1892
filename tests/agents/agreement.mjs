// How often two answers were the same, for the table in the README.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { here } from "./fetch.mjs";

/** Where `npm run test:agents` gathers what its tests counted. */
const file = process.env.TACKLEBOX_AGREEMENT;
const readme = join(here, "..", "..", "README.md");
const START = "<!-- agreement: written by npm run test:agents -- --write -->";
const END = "<!-- end of agreement -->";

/** Notes down one count: of which runtime, what was compared, how many cases, how many agreed. */
export function note(runtime, what, cases, same) {
  console.log(`${runtime}, ${what}: ${same} of ${cases} the same`);
  if (file) appendFileSync(file, `${JSON.stringify({ runtime, what, cases, same })}\n`);
}

/** The counts so far, as a table. */
export function table(date) {
  const lines = file && existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
  const rows = lines.map((line) => JSON.parse(line));
  const titled = (runtime) => runtime.replace(/^openclaw/, "OpenClaw").replace(/^[a-z]/, (first) => first.toUpperCase());
  const row = ({ runtime, what, cases, same }) => `| ${titled(runtime)} | ${what} | ${cases} | ${same} | ${date} |`;
  return [
    "| asked | what was compared | cases | the same | date |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(row).sort(),
  ].join("\n");
}

/** Puts the table into the README, between its two marks. */
export function write(text) {
  const before = readFileSync(readme, "utf8");
  const [start, end] = [before.indexOf(START), before.indexOf(END)];
  if (start < 0 || end < start) return false;
  writeFileSync(readme, `${before.slice(0, start + START.length)}\n${text}\n${before.slice(end)}`);
  return true;
}
