// What `openclaw/plugin-sdk` and its parts export, asked of the package itself: by Node, in a process of its own.
//
//   node openclaw-sdk.mjs '{"package": "<its folder>"}'
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { package: dir } = JSON.parse(process.argv[2]);
const { exports } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
const parts = {};
for (const [name, to] of Object.entries(exports)) {
  const [, part] = name.match(/^\.\/plugin-sdk(?:\/(.+))?$/) ?? [null, null];
  if (!name.startsWith("./plugin-sdk")) continue;
  const module = await import(pathToFileURL(join(dir, to.default ?? to)).href);
  parts[part ?? "."] = Object.keys(module).sort();
}
process.stdout.write(`${JSON.stringify({ parts })}\n`);
process.exit(0);
