import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../docs/HOOK_AUTHORS.md", import.meta.url), "utf8");

export const FAMILY = "Milady, Eliza, OpenClaw: `HOOK.md` and a module";
export const PLUGIN = "OpenClaw: a plugin that registers hooks";

/** The text of the first block of this language under this heading of docs/HOOK_AUTHORS.md. */
export function example(heading, language) {
  const own = page.slice(page.indexOf(`## ${heading}\n`));
  const section = own.slice(0, own.indexOf("\n## ", 3));
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section);
  assert.ok(block, `${heading}: ${language}`);
  return block[1];
}

/** The `package.json` of the plugin, which the page has in a line. */
export function packageOf() {
  return /^`package\.json`: `(.*)`$/m.exec(page)[1];
}
