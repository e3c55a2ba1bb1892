// docs/SHELLS.md: each public call of the desk beside the command that asks the same, or a reason why there is none.
import { programs, read } from "./files.mjs";

const PAGE = "docs/SHELLS.md";
const COMMANDS = "docs/CLI.md";
/** Where both are asked the same in two equal homes. */
const PAIRS = ["both_shells", "same_deeds", "pairs"].map((name) => `cli/tests/it/${name}.rs`);

/** What is wrong with the table, a sentence each. */
export function shellProblems(at) {
  const calls = new Set();
  for (const [, text] of programs(at, ["engine/desk/src"]))
    for (const [own] of text.matchAll(/^impl Desk \{[\s\S]*?^\}/gm))
      for (const [, name] of own.matchAll(/^ {4}pub (?:const )?fn (\w+)/gm)) calls.add(name);
  const commands = new Set(
    [...read(at, COMMANDS).matchAll(/^### `tacklebox ([a-z- ]+?)[ `](?=[<[]|$)/gm)].map(([, name]) => name),
  );
  const asked = new Set(
    PAIRS.flatMap((path) => [...read(at, path).matchAll(/\bdesk\s*\.(\w+)\(/g)].map(([, call]) => call)),
  );
  const found = [];
  const told = new Set();
  for (const [, row, answer] of read(at, PAGE).matchAll(/^\| (`.*?`) \| (.+) \|$/gm)) {
    for (const [, call] of row.matchAll(/`(\w+)`/g)) {
      if (told.has(call)) found.push(`${PAGE} has two rows for ${call}.`);
      told.add(call);
      if (!calls.has(call)) found.push(`${PAGE} has a row for ${call}, which the desk does not have.`);
    }
    if (/^no command: \S/.test(answer)) continue;
    const named = [...answer.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    if (named.length === 0) found.push(`${PAGE} names neither a command nor a reason for ${row}.`);
    if (![...row.matchAll(/`(\w+)`/g)].some(([, call]) => asked.has(call)))
      found.push(`${PAGE} names a command for ${row}, and no test asks both: add it to ${PAIRS.at(-1)}.`);
    for (const name of named)
      if (!commands.has(name))
        found.push(`${PAGE} names the command ${name}, which ${COMMANDS} does not have.`);
  }
  for (const call of calls)
    if (!told.has(call))
      found.push(`${PAGE} has no row for the desk's ${call}: name its command, or why there is none.`);
  return found;
}
