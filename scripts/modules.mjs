// docs/MODULES.md: every module below the rooms and the programs with the sentence that its file begins with. It is
// made from the files (`npm run architecture -- --write`), so none is forgotten and none is told twice.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { files, read } from "./files.mjs";

const PAGE = "docs/MODULES.md";
const HEAD = `# Every module

What each file of the engine and of the two programs is for: the first sentence of the file itself. [ARCHITECTURE.md](ARCHITECTURE.md) says
how they belong together. This page is made from the files: \`npm run architecture -- --write\` writes it.
`;
/** Tests and what only they have are told by their names. */
const TESTS = /(^|\/|_)(tests|fuzz)(\.rs$|\/)|(^|\/)(lib|main)\.rs$/;

/** The first sentence of what a file says of itself; none where it says nothing. */
export function sentence(text) {
  const said = text.match(/^(?:\/\/!.*\n?)+/)?.[0] ?? "";
  const [first] = said.replace(/^\/\/! ?/gm, "").split(/\n\s*\n/);
  const whole = first.replace(/\s+/g, " ").trim();
  return (whole.match(/^.*?\.(?=\s+[A-Z`]|$)/)?.[0] ?? whole).replace(/:$/, ".");
}

/** The page, and the files that say nothing of themselves. */
export function page(at, crates) {
  const silent = [];
  let text = HEAD;
  for (const crate of crates) {
    const src = `${crate}/src/`;
    if (!existsSync(join(at, src))) continue;
    text += `\n## \`${crate}\`\n\n`;
    const own = files(at, [src.slice(0, -1)]).filter((path) => path.endsWith(".rs"));
    const rows = own
      .filter((path) => !TESTS.test(path.slice(src.length)))
      .map((path) => {
        const said = sentence(read(at, path));
        if (said === "") silent.push(path);
        return [path.slice(src.length).replace(/(\/mod)?\.rs$/, ""), said];
      });
    // A module comes before what is in it.
    rows.sort(([a], [b]) => (a < b ? -1 : 1));
    text += rows.map(([name, said]) => `- \`${name}\`: ${said}\n`).join("");
  }
  return { text, silent };
}

export const writeModules = (at, crates) => writeFileSync(join(at, PAGE), page(at, crates).text);

/** Files that say nothing of themselves, and a page that is not that of the files. */
export function moduleProblems(at, crates) {
  const { text, silent } = page(at, crates);
  const found = silent.map((path) => `${path} does not say what it is for: begin it with \`//! …\`.`);
  if (!existsSync(join(at, PAGE)) || read(at, PAGE) !== text)
    found.push(`${PAGE} is not that of the files: \`npm run architecture -- --write\` writes it.`);
  return found;
}
