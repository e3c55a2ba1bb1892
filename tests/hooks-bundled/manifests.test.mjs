import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { HOOKS } from "./helper.mjs";

const names = readdirSync(HOOKS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const read = (...path) => readFileSync(join(HOOKS, ...path), "utf8");

/** What Milady's and Eliza's guides name, and what they send: the start of the gateway alone. */
const FAMILY = ["command", "command:new", "command:reset", "command:digest", "session", "session:start", "session:new", "session:end", "agent", "gateway", "gateway:startup"];
/** What OpenClaw 2026.9.6 sends, of which its own list is the source, and its five families. */
const OPENCLAW = [
  "agent", "agent:bootstrap", "command", "command:new", "command:reset", "command:stop", "gateway", "gateway:pre-restart",
  "gateway:shutdown", "gateway:startup", "message", "message:preprocessed", "message:received", "message:sent",
  "message:transcribed", "session", "session:auto-reset", "session:compact:after", "session:compact:before", "session:patch",
];
const EVENTS = { milady: FAMILY, eliza: FAMILY, openclaw: OPENCLAW };

/** Each agent folder of each hook, with the file in which a person reads about it. */
const PARTS = { module: "HOOK.md", moltis: "HOOK.md", zeroclaw: "README.md" };
const parts = (name) => Object.keys(PARTS).filter((part) => existsSync(join(HOOKS, name, part)));
const modules = names.filter((name) => parts(name).includes("module"));

/** Front matter as Milady and Eliza ship it: line by line, the value is what follows `key:` on the same line, metadata is JSON. */
function shippedFrontMatter(text) {
  assert.ok(text.startsWith("---\n"), "front matter begins at the first byte");
  const lines = text.slice(4, text.indexOf("\n---\n")).split("\n");
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

test("the hooks are there, and the dozen of the first version among them", () => {
  assert.deepEqual(names, [
    "ai-label",
    "block-dangerous-commands",
    "boot-md",
    "command-logger",
    "daily-summary",
    "github-digest",
    "health-check",
    "notify",
    "redact-secrets",
    "roll-call",
    "roll-call-plugins",
    "sandbox-writes",
    "session-memory",
    "slack-notify",
    "tool-logger",
    "up-notice",
    "welcome",
    "workspace-backup",
    "yesterday",
  ]);
});

for (const name of modules) {
  test(`${name}: a reader that knows only lines and JSON sees everything`, () => {
    const fields = shippedFrontMatter(read(name, "module", "HOOK.md"));
    assert.equal(fields.name, name);
    assert.match(
      fields.description,
      /^[A-Z][^"'#:]{10,99}$/,
      "one plain sentence, nothing that YAML would read differently",
    );
    const metadata = JSON.parse(fields.metadata);
    assert.deepEqual(Object.keys(metadata), ["milady", "eliza", "openclaw"]);
    assert.deepEqual(metadata.eliza, metadata.milady);
    assert.deepEqual({ ...metadata.openclaw, events: [] }, { ...metadata.milady, events: [] });
    assert.match(metadata.milady.emoji, /^\p{Extended_Pictographic}$/u);
    for (const [agent, { events }] of Object.entries(metadata))
      assert.ok(events.length > 0 && events.every((event) => EVENTS[agent].includes(event)), `${agent}: ${events}`);
    for (const list of Object.values(metadata.milady.requires ?? {})) assert.ok(Array.isArray(list));
  });

  test(`${name}: the handler is self-contained`, () => {
    const source = read(name, "module", "handler.ts");
    const modules = [...source.matchAll(/(?:from|import\(|require\()\s*["']([^"']+)["']/g)].map(
      ([, module]) => module,
    );
    assert.ok(modules.length > 0);
    for (const module of modules) assert.match(module, /^node:/);
  });
}

for (const name of names) {
  test(`${name}: every placed folder says in plain words what it does, how to turn it off, and its licence`, () => {
    for (const part of parts(name)) {
      const body = read(name, part, PARTS[part]).replace(/^(---|\+\+\+)\n[\s\S]*?\n\1\n/, "");
      assert.match(body.trimStart(), /^# [A-Z]/);
      assert.match(body, /turn it off/i);
      const licence = /^license(: MIT| = "MIT")$|^# SPDX-License-Identifier: MIT$/m;
      assert.match(read(name, part, part === "zeroclaw" ? "HOOK.toml" : "HOOK.md"), licence);
    }
  });

  test(`${name}: its page says what it does, what it needs, where it writes and where it ends`, () => {
    const page = read(name, "README.md");
    assert.match(page, /^# [A-Z]/);
    for (const word of ["When", "Needs", "Settings", "Reads", "Writes", "Sends", "Limits", "Licence"])
      assert.match(page, new RegExp(`^\\*\\*${word}:\\*\\* [A-Z]`, "m"), word);
  });

  test(`${name}: one description for all agents`, () => {
    const manifests = { module: "HOOK.md", moltis: "HOOK.md", zeroclaw: "HOOK.toml" };
    const said = parts(name).map((part) => /^description(?::| =) "?(.*?)"?$/m.exec(read(name, part, manifests[part]))[1]);
    // What these do differs from agent to agent.
    if (!["github-digest", "redact-secrets", "session-memory"].includes(name)) assert.ok(new Set(said).size <= 1, said.join(" | "));
  });
}

test("the handlers fit their types, and those can be stripped without compiling anything", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const run = () =>
    execFileSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "-p", "tests/hooks-bundled"],
      { cwd: root, encoding: "utf8" },
    );
  assert.doesNotThrow(run);
});

test("the repeated helpers are the same text everywhere", () => {
  const copies = new Map();
  const sources = names.flatMap((name) =>
    [[name, "module", "handler.ts"], [name, "plugin", "index.js"]].filter((path) => existsSync(join(HOOKS, ...path))),
  );
  for (const path of sources) {
    for (const [text, block] of read(...path).matchAll(/^\/\/ --- (\w+): [\s\S]*?^\/\/ --- end of \1 ---$/gm)) {
      assert.equal(copies.get(block) ?? text, text, `${block} differs in ${path.join("/")}`);
      copies.set(block, text);
    }
  }
  assert.deepEqual([...copies.keys()].sort(), ["ask", "config", "day", "desktop", "entry", "sentence", "time", "where", "workspace"]);
});

test("what several shell hooks read with is the same file everywhere, and both agents run the same", () => {
  const copies = new Map();
  for (const name of names)
    for (const part of parts(name))
      for (const file of readdirSync(join(HOOKS, name, part)).filter((each) => each.endsWith(".awk"))) {
        const shared = ["text.awk", "json.awk", "secrets.awk", "session.awk"].includes(file);
        const one = shared ? file : `${name}/${file}`;
        const text = read(name, part, file);
        assert.equal(copies.get(one) ?? text, text, `${one} differs in ${name}/${part}`);
        copies.set(one, text);
      }
  for (const name of ["roll-call", "sandbox-writes", "tool-logger", "daily-summary"]) {
    const [moltis, zeroclaw] = ["moltis/handler.sh", "zeroclaw/run.sh"].map((file) =>
      /^# --- (\w+): [\s\S]*?^# --- end of \1 ---$/m.exec(read(name, file))[0],
    );
    assert.equal(zeroclaw, moltis, name);
  }
  for (const name of ["block-dangerous-commands", "redact-secrets", "slack-notify"])
    assert.equal(read(name, "zeroclaw/run.sh"), read(name, "moltis/handler.sh"), name);
});

test("scripts are executable and parse, and ZeroClaw and Moltis manifests carry the folder's name", () => {
  const found = names
    .flatMap((name) =>
      ["moltis/HOOK.md", "moltis/handler.sh", "zeroclaw/HOOK.toml", "zeroclaw/run.sh"].map((file) =>
        join(HOOKS, name, file),
      ),
    )
    .filter(existsSync);
  assert.equal(found.length, 42);
  for (const file of found) {
    if (!file.endsWith(".sh")) {
      assert.match(readFileSync(file, "utf8"), new RegExp(`^name = "${file.split(/[\\/]/).at(-3)}"$`, "m"));
    } else if (process.platform !== "win32") {
      assert.ok(statSync(file).mode & 0o100, `${file} is executable`);
      execFileSync("sh", ["-n", file]);
    }
  }
});

test("Milady and Eliza have at least four that hear what they send, OpenClaw four beside those that it brings itself", () => {
  const hears = (agent, sent) =>
    modules.filter((name) => {
      const { events } = JSON.parse(shippedFrontMatter(read(name, "module", "HOOK.md")).metadata)[agent];
      return events.some((event) => sent.includes(event));
    });
  const start = hears("milady", ["gateway:startup"]).filter((name) => name !== "boot-md");
  assert.deepEqual(start, hears("eliza", ["gateway:startup"]).filter((name) => name !== "boot-md"));
  assert.deepEqual(start, ["github-digest", "health-check", "up-notice", "workspace-backup", "yesterday"]);
  const own = ["boot-md", "command-logger", "session-memory"];
  assert.deepEqual(hears("openclaw", OPENCLAW).filter((name) => !own.includes(name)), modules.filter((name) => !own.includes(name)));
});

test("the setup of github-digest has an install method for git and for a runtime on macOS and Linux", () => {
  const { milady } = JSON.parse(shippedFrontMatter(read("github-digest", "module", "HOOK.md")).metadata);
  assert.deepEqual(milady.requires, {
    bins: ["git"],
    anyBins: ["bun", "node", "deno"],
    env: ["GITHUB_TOKEN"],
  });
  for (const os of ["darwin", "linux"]) {
    const bins = milady.install.filter((spec) => spec.os.includes(os)).flatMap((spec) => spec.bins);
    assert.ok(bins.includes("git") && bins.some((bin) => milady.requires.anyBins.includes(bin)), os);
  }
});
