// Modules of hooks as each agent's own runtime takes them: what loads in the agent, what `hooks check --load` says
// loads, with that runtime on PATH, and what `hooks list` says of it, which runs nothing.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { askFamily, bun } from "./family-ask.mjs";
import { absent, here, loader } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { module } from "./module-generator.mjs";
import { BESIDE, BROUGHT, main } from "./modules.mjs";
import { askOpenclaw, node, openclaw } from "./openclaw-ask.mjs";
import { tacklebox } from "./tacklebox.mjs";

/** Texts that break a rule of their language, and some that only look like it. */
const EARLY = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(here, "early.json"), "utf8"))).map(([key, row]) => [
    key.replace(".", "-"),
    { ...row, files: { [`handler.${key.split(".").pop()}`]: row.text } },
  ]),
);

/** Handlers as people write them, each part at least four times; the engine's own test puts them together in every way. */
const { heads, helpers, exports: ends } = JSON.parse(readFileSync(join(here, "published.json"), "utf8"));
const PUBLISHED = Object.fromEntries(
  heads.flatMap((head, at) =>
    [0, 3, 6, 9].map((turn) => {
      const of = (list, place) => list[place % list.length];
      return [`published-${at}-${turn}`, [head, of(helpers, at + turn), of(ends, at * 3 + turn), ""].join("\n")];
    }),
  ),
);

/** Hooks by name: their files, or the text of `handler.ts`. */
const MODULES = {
  plain: main,
  enum: `enum Mode { On = 1, Off }\nconsole.debug(Mode.Off);\n${main}`,
  "const-enum": `const enum Mode { On = 1 }\nconsole.debug(Mode.On);\n${main}`,
  "declared-enum": `declare enum Mode { On }\n${main}`,
  "parameter-property": `class Box { constructor(private readonly value: number) {} get() { return this.value; } }\nconsole.debug(new Box(1).get());\n${main}`,
  namespace: `namespace Own { export const one = 1; }\nconsole.debug(Own.one);\n${main}`,
  "namespace-of-types": `namespace Own { export type One = 1; }\nexport default async (_: Own.One) => {};\n`,
  "declare-module": `declare module "nowhere" { export const one: number; }\n${main}`,
  "import-equals": `import fs = require("node:fs");\nconsole.debug(typeof fs.readFileSync);\n${main}`,
  "import-alias": `import * as path from "node:path";\nimport join = path.join;\nconsole.debug(join("a"));\n${main}`,
  "export-equals": "const handler = async () => {};\nexport = handler;\n",
  "angle-brackets": `const one = <number>(1 as unknown);\nconsole.debug(one);\n${main}`,
  satisfies: `const one = { a: 1 } satisfies Record<string, number>;\nconsole.debug(one!.a);\n${main}`,
  "abstract-class": `abstract class Base<T> { declare value: T; abstract get(): T; }\nconsole.debug(typeof Base);\n${main}`,
  decorator: `const mark = (it: unknown, _: unknown) => it as any;\n@mark\nclass Marked {}\nconsole.debug(typeof Marked);\n${main}`,
  "top-level-await": `const one = await Promise.resolve(1);\nconsole.debug(one);\n${main}`,
  "type-import": {
    "handler.ts": `import type { Shape } from "./shape.ts";\nexport default async (_: Shape) => {};\n`,
    "shape.ts": "export interface Shape { a: number }\n",
  },
  "type-import-unsaid": {
    "handler.ts": `import { Shape } from "./shape.ts";\nexport default async (_: Shape) => {};\n`,
    "shape.ts": "export interface Shape { a: number }\n",
  },
  "type-import-inline": {
    "handler.ts": `import { type Shape, one } from "./shape.ts";\nexport default async (_: Shape) => one;\n`,
    "shape.ts": "export interface Shape { a: number }\nexport const one = 1;\n",
  },
  "type-of-absent-package": `import type { Thing } from "not-installed-anywhere";\nexport default async (_: Thing) => {};\n`,
  "value-of-absent-package": `import { thing } from "not-installed-anywhere";\nexport default async () => thing;\n`,
  "unsaid-type-of-absent-package": `import { Thing } from "not-installed-anywhere";\nexport default async (_: Thing) => {};\n`,
  "absent-package-later": `export default async () => import("not-installed-anywhere");\n`,
  "json-plainly": { "handler.ts": `import data from "./data.json";\nconsole.debug(data.a);\n${main}`, "data.json": '{"a": 1}\n' },
  "json-with-type": {
    "handler.ts": `import data from "./data.json" with { type: "json" };\nconsole.debug(data.a);\n${main}`,
    "data.json": '{"a": 1}\n',
  },
  "beside-mts": { "handler.ts": `import { one } from "./one.mts";\nconsole.debug(one);\n${main}`, "one.mts": "export const one: number = 1;\n" },
  "beside-cts": {
    "handler.ts": `import one from "./one.cts";\nconsole.debug(one);\n${main}`,
    "one.cts": "const one: number = 1;\nmodule.exports = one;\n",
  },
  "beside-cts-enum": {
    "handler.ts": `import one from "./one.cts";\nconsole.debug(one);\n${main}`,
    "one.cts": "enum One { A }\nmodule.exports = One;\n",
  },
  "beside-without-ending": { "handler.ts": `import { one } from "./one";\nconsole.debug(one);\n${main}`, "one.ts": "export const one = 1;\n" },
  "beside-as-js": { "handler.ts": `import { one } from "./one.js";\nconsole.debug(one);\n${main}`, "one.ts": "export const one = 1;\n" },
  "beside-enum": {
    "handler.ts": `import { One } from "./one.ts";\nconsole.debug(One.A);\n${main}`,
    "one.ts": "export enum One { A }\n",
  },
  "folder-index": { "handler.ts": `import { one } from "./parts";\nconsole.debug(one);\n${main}`, "parts/index.ts": "export const one = 1;\n" },
  "require-in-a-module": `const fs = require("node:fs");\nconsole.debug(typeof fs.readFileSync);\n${main}`,
  "dirname-in-a-module": `console.debug(__dirname);\n${main}`,
  "meta-dirname": `console.debug(import.meta.dirname!.length);\n${main}`,
  "module-exports": "module.exports = async () => {};\n",
  "module-exports-default": "module.exports = { default: async () => {} };\n",
  "exports-default": "exports.default = async () => {};\n",
  "exports-default-marked": 'Object.defineProperty(exports, "__esModule", { value: true });\nexports.default = async () => {};\n',
  "js-module": { "handler.js": main },
  "js-module-exports": { "handler.js": "module.exports = async () => {};\n" },
  "js-module-exports-default": { "handler.js": "module.exports = { default: async () => {} };\n" },
  "js-with-types": { "handler.js": "export default async (_: number) => {};\n" },
  "package-of-modules": { "package.json": '{"type": "module"}\n', "handler.js": "module.exports = async () => {};\n" },
  "package-of-commonjs": { "package.json": '{"type": "commonjs"}\n', "handler.ts": main },
  "default-is-an-object": "export default { run: async () => {} };\n",
  "throws-when-loaded": `throw new Error("no");\n`,
  ...BESIDE,
  ...BROUGHT,
  ...PUBLISHED,
  "wrong-name-beside": { "handler.ts": `import { two } from "./one.ts";\nconsole.debug(two);\n${main}`, "one.ts": "export const one = 1;\n" },
};

/** A home with all of them, and these programs on its PATH. */
function lay(agent, programs, modules = MODULES) {
  const it = fresh();
  for (const [name, files] of Object.entries(modules)) {
    const folder = `.${agent}/hooks/${name}`;
    const metadata = JSON.stringify({ [agent]: { events: ["gateway:startup"] } });
    put(it, `${folder}/HOOK.md`, `---\nname: ${name}\ndescription: d\nmetadata: ${metadata}\n---\n`);
    for (const [file, text] of Object.entries(typeof files === "string" ? { "handler.ts": files } : files)) {
      put(it, `${folder}/${file}`, text);
    }
  }
  const on = { hooks: { internal: { enabled: true } } };
  put(it, `.${agent}/${agent}.json`, `${JSON.stringify(on)}\n`);
  const bin = join(dirname(it.home), "bin");
  mkdirSync(bin);
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(bin, name));
  return { ...it, path: bin };
}

/** What `hooks check --load` says loads, and by what. */
function ours(it, agent, version) {
  const { json, stderr } = tacklebox(it, ["hooks", "check", "--load", "--agent", agent, "--runtime", `${agent}=${version}`]);
  assert.ok(Array.isArray(json), stderr);
  const [{ failed, problems, loaded_by: by }] = json;
  // What is only to be known by running it is a note.
  const why = (name) => problems.find(({ path, severity }) => severity !== "note" && path.includes(`/${name}/`))?.message;
  const names = Object.keys(MODULES).filter((name) => !failed.includes(name) && why(name) === undefined);
  return { names: names.sort(), by, why };
}

/**
 * What `hooks list` says loads, beside what loads: where it cannot know, it says nothing.
 */
function compareList(what, it, agent, version, registered, modules = MODULES) {
  const they = new Set(registered.map(({ name }) => name));
  const { json, stderr } = tacklebox(it, ["hooks", "list", "--agent", agent, "--runtime", `${agent}=${version}`]);
  assert.ok(Array.isArray(json), stderr);
  const ours = json.filter(({ name }) => name in modules);
  const open = ours.filter(({ runtime }) => runtime.loads === null).length;
  const differ = ours.filter(({ name, runtime: { loads } }) => loads !== null && loads !== they.has(name));
  const said = ours.length - open;
  note(what, "modules of which it is said whether they load", said, said - differ.length);
  assert.deepEqual(differ.map(({ name, runtime, reason }) => `${name}: list says ${runtime.loads} (${reason})`), []);
  // Of Eliza both runtimes are asked, and only what they agree on is said.
  assert.ok(open < ours.length / 2, `${open} of ${ours.length} are open`);
}

function compare(what, we, registered, why = () => undefined) {
  const they = registered.map(({ name }) => name).filter((name) => name in MODULES);
  const differ = Object.keys(MODULES).filter((name) => we.names.includes(name) !== they.includes(name));
  const all = Object.keys(MODULES).length;
  note(what, "modules loaded by its own runtime", all, all - differ.length);
  const said = differ.map((name) => `${name}: it ${they.includes(name) ? "loads" : `does not load (${why(name)})`}; we say ${we.why(name) ?? "it loads"}`);
  assert.deepEqual(said, []);
  assert.ok(they.length > 10 && they.length < all - 5, `${they.length} load`);
  // Of these nothing is refused, here as there.
  assert.deepEqual(Object.keys(PUBLISHED).filter((name) => !they.includes(name)), []);
}

for (const version of ["2026.9.6", "2026.8.1", "2026.7.35"]) {
  const skip = absent(() => [openclaw(version), node()]);

  test(`OpenClaw ${version} and check --load take the same modules`, { skip }, async () => {
    const it = lay("openclaw", { node: node(), bun: bun() });
    try {
      const we = ours(it, "openclaw", version);
      assert.deepEqual([we.by?.name, we.by?.own], ["node", true]);
      const answer = await askOpenclaw(version, it.home);
      const why = (name) => answer.failed.find((one) => one.name === name)?.why;
      compare(`OpenClaw ${version}`, we, answer.hooks, why);
      compareList(`OpenClaw ${version}`, it, "openclaw", version, answer.hooks);
    } finally {
      it.done();
    }
  });
}

for (const [agent, version] of Object.entries({ milady: "2026-03-01", eliza: "2.0.0-beta.2" })) {
  const skip = absent(() => loader(agent));

  test(`${agent} ${version} on bun and check --load take the same modules`, { skip }, async () => {
    const it = lay(agent, { bun: bun(), node: process.execPath });
    try {
      const we = ours(it, agent, version);
      assert.deepEqual([we.by?.name, we.by?.own], ["bun", true]);
      const { hooks } = await askFamily(agent, it.home);
      compare(`${agent} ${version}`, we, hooks);
      compareList(`${agent} ${version}`, it, agent, version, hooks);
    } finally {
      it.done();
    }
  });
}

// Installed from npm, Eliza's own program begins with `#!/usr/bin/env node`.
const absentEliza = absent(() => [loader("eliza"), node()]);
test("eliza 2.0.0-beta.2 on Node and check --load take the same modules", { skip: absentEliza }, async () => {
  const program = join(loader("eliza").src, "bin.js");
  // As npm does with what a package names as its programs.
  chmodSync(program, 0o755);
  const it = lay("eliza", { "eliza-autonomous": program, node: node(), bun: bun() });
  try {
    const we = ours(it, "eliza", "2.0.0-beta.2");
    assert.deepEqual([we.by?.name, we.by?.own], ["node", true]);
    const { hooks } = await askFamily("eliza", it.home, { on: node() });
    compare("eliza 2.0.0-beta.2 on Node", we, hooks);
    compareList("eliza 2.0.0-beta.2 on Node", it, "eliza", "2.0.0-beta.2", hooks);
  } finally {
    it.done();
  }
});

// So many, and each so small, that `hooks check --load` is not asked.
for (const [agent, version, by] of [
  ["openclaw", "2026.9.6", "node"],
  ["milady", "2026-03-01", "bun"],
]) {
  const skip = absent(() => (agent === "openclaw" ? [openclaw(version), node()] : loader(agent)));

  test(`${agent} ${version} and hooks list hold the same rules of the language`, { skip }, async () => {
    // Milady takes no `handler.js`.
    const names = Object.keys(EARLY).filter((name) => agent === "openclaw" || "handler.ts" in EARLY[name].files);
    const files = Object.fromEntries(names.map((name) => [name, EARLY[name].files]));
    const it = lay(agent, {}, files);
    try {
      const answer = await (agent === "openclaw" ? askOpenclaw(version, it.home) : askFamily(agent, it.home));
      const they = answer.hooks.map(({ name }) => name);
      const told = names.filter((name) => EARLY[name][by] !== they.includes(name));
      assert.deepEqual(told, [], "what early.json says of the runtime");
      compareList(`${agent} ${version}, early errors`, it, agent, version, answer.hooks, files);
    } finally {
      it.done();
    }
  });
}

// What a value is, nobody says without running it: `TypeError` and the like are not seen. What is called broken has to be.
const [FROM, TO] = (process.env.TACKLEBOX_SEEDS ?? "0-150").split("-").map(Number);
for (const [agent, version] of [
  ["openclaw", "2026.9.6"],
  ["milady", "2026-03-01"],
]) {
  const skip = absent(() => (agent === "openclaw" ? [openclaw(version), node()] : loader(agent)));

  test(`${agent} ${version} loads no generated module that is called broken`, { skip }, async () => {
    const names = Array.from({ length: TO - FROM }, (_, at) => `module-${FROM + at}`);
    const files = Object.fromEntries(names.map((name, at) => [name, { "handler.ts": module(FROM + at) }]));
    const it = lay(agent, {}, files);
    try {
      const answer = await (agent === "openclaw" ? askOpenclaw(version, it.home) : askFamily(agent, it.home));
      const they = new Set(answer.hooks.map(({ name }) => name));
      const list = ["hooks", "list", "--agent", agent, "--runtime", `${agent}=${version}`];
      const ours = tacklebox(it, list).json.filter(({ name, runtime }) => name in files && runtime.loads !== null);
      const wrong = ours.filter(({ name, runtime }) => !runtime.loads && they.has(name));
      assert.deepEqual(wrong.map(({ name, reason }) => `${reason}\n${files[name]["handler.ts"]}`), []);
      const broken = ours.filter(({ runtime }) => !runtime.loads).length;
      assert.ok(broken > names.length / 10, `${broken} of ${names.length} are called broken`);
      note(`${agent} ${version}`, "generated modules that are called broken", broken, broken - wrong.length);
    } finally {
      it.done();
    }
  });
}
