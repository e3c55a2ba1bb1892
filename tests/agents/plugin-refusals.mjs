// Plugins of which reading shows, or may not claim to show, that a version of OpenClaw does not load them. Each is
// one module; `beside` are further files.

const listens = 'api.on("session_start", () => {});';
const takes = (from) => `import * as it from "${from}"; export default { register(api) { if (!it) throw 1; ${listens} } };`;

/** id → [file, text, beside]. */
export const MODULES = {
  plain: ["index.js", `export default { id: "plain", register(api) { ${listens} } };`],
  "activate-object": ["index.js", `export default { activate(api) { ${listens} } };`],
  "activate-named": ["index.js", `export function activate(api) { ${listens} }`],
  "activate-const": ["index.ts", `const plugin = { id: "activate-const", activate(api: any) { ${listens} } }; export default plugin;`],
  "activate-after-null": ["index.js", `export default { register: null, activate(api) { ${listens} } };`],
  "async-method": ["index.js", `export default { async register(api) { ${listens} } };`],
  "async-function": ["index.js", `export default async function (api) { ${listens} }`],
  "async-typed": ["index.ts", `export default { async register(api: any) { ${listens} } };`],
  "async-const": ["index.js", `const register = async (api) => { ${listens} }; export default { register };`],
  "async-required": ["index.cjs", `module.exports = { async register(api) { ${listens} } };`],
  "a-class": ["index.js", `export default class { register(api) { ${listens} } }`],
  "class-named": ["index.js", "export class register {}"],
  "an-instance": ["index.js", `class P { register(api) { ${listens} } } export default new P();`],
  "no-entry": ["index.js", "export const a = 1;"],
  empty: ["index.js", ""],
  "a-number": ["index.js", "export default 3;"],
  "bare-object": ["index.js", 'export default { id: "bare-object" };'],
  "beside-default": ["index.js", `export default { name: "x" }; export function register(api) { ${listens} }`],
  "in-default": ["index.js", `export default { default: { register(api) { ${listens} } } };`],
  "in-module": ["index.js", `export default { module: { register(api) { ${listens} } } };`],
  "other-id": ["index.js", `export default { id: "somebody", register(api) { ${listens} } };`],
  "other-id-made": ["index.ts", `import { definePluginEntry } from "openclaw/plugin-sdk/plugin-entry"; const it = { id: "somebody", name: "n", description: "d", register(api: any) { ${listens} } }; export default definePluginEntry(it);`],
  "other-id-required": ["index.cjs", `module.exports = { id: "somebody", register(api) { ${listens} } };`],
  "other-id-aside": ["index.js", `export default { id: "somebody" }; export function register(api) { ${listens} }`],
  "no-id": ["index.js", `export default { id: "", register(api) { ${listens} } };`],
  passed: ["index.js", 'export { default } from "./main.js";', { "main.js": `export default { register(api) { ${listens} } };` }],
  syntax: ["index.js", `export default { register(api) { ${listens} }`],
  "syntax-typed": ["index.ts", `export default { register(api: { ${listens} }`],
  "module-in-cjs": ["index.cjs", `export default { register(api) { ${listens} } };`],
  "required-in-mjs": ["index.mjs", `module.exports = { register(api) { ${listens} } };`],
  required: ["index.js", `module.exports = { register(api) { ${listens} } };`],
  "export-is": ["index.ts", `export = { register(api: any) { ${listens} } };`],
  "an-enum": ["index.ts", `enum K { A } export default { register(api: any) { K.A; ${listens} } };`],
  "no-package": ["index.js", takes("no-such-package-of-anybody")],
  "no-package-typed-unused": ["index.ts", `import x from "no-such-package-of-anybody"; export default { register(api: any) { ${listens} } };`],
  "no-package-unused": ["index.js", `import x from "no-such-package-of-anybody"; export default { register(api) { ${listens} } };`],
  "no-file": ["index.js", `import { a } from "./absent.js"; export default { register(api) { a; ${listens} } };`],
  "no-ending": ["index.js", `import { a } from "./util"; export default { register(api) { a; ${listens} } };`, { "util.js": "export const a = 1;" }],
  "built-in": ["index.js", takes("node:fs/promises")],
  throws: ["index.js", `throw new Error("x"); export default { register(api) { ${listens} } };`],
  waits: ["index.js", `await Promise.resolve(); export default { register(api) { ${listens} } };`],
  "waits-typed": ["index.ts", `await Promise.resolve(); export default { register(api: any) { ${listens} } };`],
  "sdk-part": ["index.js", takes("openclaw/plugin-sdk/plugin-entry")],
  "sdk-scoped": ["index.js", takes("@openclaw/plugin-sdk/core")],
  "sdk-whole": ["index.js", takes("openclaw/plugin-sdk")],
  "sdk-no-part": ["index.js", takes("openclaw/plugin-sdk/not-there")],
  "sdk-no-name": ["index.js", `import { notThere } from "openclaw/plugin-sdk/plugin-entry"; export default { register(api) { ${listens} } };`],
  "sdk-no-name-typed": ["index.ts", `import { NotThere } from "openclaw/plugin-sdk/plugin-entry"; export default { register(api: NotThere) { ${listens} } };`],
};

/** Those that are loaded nowhere, or not from 2026.8 on, and of which that is to be said. */
export const SAID = {
  everywhere: [
    "async-method", "async-function", "async-typed", "async-const", "async-required", "a-class", "class-named", "no-entry", "empty",
    "a-number", "bare-object", "syntax", "syntax-typed", "no-package", "no-package-unused", "no-file", "throws", "waits", "waits-typed",
    "sdk-no-part", "other-id", "other-id-made", "other-id-required",
  ],
  "since 2026.8": ["activate-object", "activate-named", "activate-const", "sdk-whole", "sdk-no-name"],
};

/** Path → text of all of them, under a folder. */
export function moduleFiles(folder) {
  const files = {};
  for (const [id, [file, text, beside = {}]] of Object.entries(MODULES)) {
    const own = { id, name: id, version: "1.0.0", activation: { onStartup: true }, configSchema: { type: "object", additionalProperties: false, properties: {} } };
    files[`${folder}/${id}/openclaw.plugin.json`] = `${JSON.stringify(own)}\n`;
    for (const [name, body] of Object.entries({ [file]: text, ...beside })) files[`${folder}/${id}/${name}`] = `${body}\n`;
  }
  return files;
}
