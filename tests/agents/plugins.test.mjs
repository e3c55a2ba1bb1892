// Plugins in the shapes in which people write them, and those that are made, installed and copied here, loaded
// by OpenClaw itself: what it registers for each is what is said after `plugins find-out`. Slow.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { note } from "./agreement.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { chain, command, node, openclaw, VERSIONS } from "./openclaw-ask.mjs";
import { MODULES, moduleFiles, SAID } from "./plugin-refusals.mjs";
import { REFUSED, SHAPES, shapeFiles } from "./plugin-shapes.mjs";
import { asked, kept } from "./sdk-names.mjs";
import { tacklebox } from "./tacklebox.mjs";

const VERSION = "2026.9.6";
const FOLDER = ".openclaw/extensions";

const skip = absent(() => [openclaw(VERSION), node()]);

const by = (version, it, ...args) => {
  // The worker of a plugin is run by a Node that can read TypeScript.
  const path = `${dirname(node())}:${it.path}`;
  return tacklebox({ ...it, path }, [...args, "--runtime", `openclaw=${version}`]);
};
const ours = (it, ...args) => by(VERSION, it, ...args);

/** What OpenClaw says of each plugin of the home: id → its status, and its typed hooks with priorities. */
async function theirs(it, version = VERSION) {
  const { out } = await command(version, it.home, ["plugins", "inspect", "--all", "--runtime", "--json"]);
  const all = JSON.parse(out.slice(out.indexOf("[")));
  const own = all.filter(({ plugin }) => plugin.rootDir?.startsWith(it.home) || plugin.source?.startsWith(it.home));
  return new Map(
    own.map(({ plugin, typedHooks }) => [
      plugin.id,
      { status: plugin.status, hooks: sorted(typedHooks.map(({ name, priority }) => [name, priority ?? 0])) },
    ]),
  );
}

const sorted = (pairs) => pairs.map(([name, priority]) => `${name} ${priority}`).sort();

/** What is said here once it was loaded: typed hooks that it would be called for. */
function found(it, id) {
  const { json, status, stderr } = ours(it, "plugins", "find-out", id, "--yes");
  if (status !== 0) return { failed: stderr };
  const typed = json.listens.keys.filter(({ key, not_allowed }) => !key.includes(":") && !not_allowed);
  return { hooks: sorted(typed.map(({ key, priority }) => [key, priority])), at: json.listens.grade };
}

test(`OpenClaw ${VERSION} and what is seen here agree on eleven shapes of plugins`, { skip }, async () => {
  const it = fresh();
  try {
    for (const [path, text] of Object.entries(shapeFiles())) put(it, path, text);
    put(it, ".openclaw/openclaw.json", '{ plugins: { entries: { "switched-off": { enabled: false } } } }\n');
    // Before anything is loaded: nothing but their files is read.
    const listed = ours(it, "plugins", "list").json;
    assert.deepEqual(
      listed.map(({ id }) => id).sort(),
      [...Object.keys(SHAPES), ...Object.keys(REFUSED)].sort(),
    );
    const their = await theirs(it);
    const wrong = [];
    for (const id of Object.keys(SHAPES)) {
      const one = found(it, id);
      const other = their.get(id);
      if (other?.status !== "loaded" || JSON.stringify(one.hooks) !== JSON.stringify(other.hooks))
        wrong.push(`${id}\n  we say: ${JSON.stringify(one)}\n  it has: ${JSON.stringify(other)}`);
    }
    assert.deepEqual(wrong, []);
    assert.equal(their.get("other-name").status, "error");
    assert.match(found(it, "other-name").failed, /calls itself/);
    assert.equal(their.get("switched-off").status, "disabled");
    assert.equal(listed.find(({ id }) => id === "switched-off").state, "off");
    note(`OpenClaw ${VERSION}`, "shapes of plugins", Object.keys(SHAPES).length + 2, Object.keys(SHAPES).length + 2);
  } finally {
    it.done();
  }
});

for (const version of VERSIONS)
  test(`what is read of modules that OpenClaw ${version} does not load is true`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      for (const [path, text] of Object.entries(moduleFiles(FOLDER))) put(it, path, text);
      put(it, ".openclaw/openclaw.json", "{}\n");
      const listed = new Map(by(version, it, "plugins", "list").json.map((plugin) => [plugin.id, plugin]));
      const their = await theirs(it, version);
      const ids = Object.keys(MODULES);
      const broken = ids.filter((id) => listed.get(id)?.state === "broken");
      const untrue = broken.filter((id) => their.get(id)?.status !== "error");
      assert.deepEqual(untrue.map((id) => `${id}: ${listed.get(id).reason}`), [], "refused here and loaded there");
      const said = version.startsWith("2026.7") ? SAID.everywhere : [...SAID.everywhere, ...SAID["since 2026.8"]];
      assert.deepEqual(broken.sort(), [...said].sort());
      note(`OpenClaw ${version}`, "modules of plugins, read", ids.length, ids.length - untrue.length);
    } finally {
      it.done();
    }
  });

const SCHEMA = '"configSchema": { "type": "object" }';
const OWN = (id) => `{\n  "id": "${id}",\n  ${SCHEMA}\n}\n`;
const PACKAGE = (list) => `{\n  "openclaw": { "extensions": ${list} }\n}\n`;

/** Id → the file that is broken, and how. */
const TORN = {
  comma: ["openclaw.plugin.json", OWN("comma").replace(",\n", "\n")],
  bracket: ["openclaw.plugin.json", OWN("bracket").replace(/}\n$/, "")],
  quote: ["openclaw.plugin.json", OWN("quote").replace('"quote"', '"quote')],
  misspelt: ["openclaw.plugin.json", OWN("misspelt").replace('"id"', '"Id"')],
  "no-id": ["openclaw.plugin.json", `{\n  ${SCHEMA}\n}\n`],
  "misspelt-schema": ["openclaw.plugin.json", OWN("misspelt-schema").replace("configSchema", "config_schema")],
  "no-schema": ["openclaw.plugin.json", '{\n  "id": "no-schema"\n}\n'],
  "no-manifest": ["openclaw.plugin.json", null],
  "no-module": ["package.json", PACKAGE('["./indx.js"]')],
  "no-list": ["package.json", PACKAGE('"./index.js"')],
  "empty-list": ["package.json", PACKAGE("[]")],
  "last-comma": ["package.json", PACKAGE('["./index.js",]')],
};

for (const version of VERSIONS)
  test(`OpenClaw ${version}: a plugin that was broken and is repaired is loaded`, { skip: absent(() => [openclaw(version), node()]) }, async () => {
    const it = fresh();
    try {
      put(it, ".openclaw/openclaw.json", "{}\n");
      for (const [id, [file, text]] of Object.entries(TORN)) {
        put(it, `${FOLDER}/${id}/index.js`, 'export default { register(api) { api.on("session_start", () => {}); } };\n');
        if (file === "package.json") put(it, `${FOLDER}/${id}/openclaw.plugin.json`, OWN(id));
        if (text !== null) put(it, `${FOLDER}/${id}/${file}`, text);
      }
      const broken = by(version, it, "plugins", "list").json.filter(({ state }) => state === "broken");
      const before = await theirs(it, version);
      const loaded = (their, id) => their.get(id)?.status === "loaded";
      // 2026.8.1 reads past a package.json that is not JSON, and Node past this one slip in it, and past no other.
      const known = version === "2026.8.1" ? ["last-comma"] : [];
      assert.deepEqual(broken.filter(({ id }) => loaded(before, id)).map(({ id }) => id), known, "refused here and loaded there");
      assert.ok(broken.length >= 10, broken.map(({ id }) => id).join(" "));
      for (const { id } of broken) {
        const [first] = by(version, it, "hooks", "fix", id).json;
        assert.ok(first?.cures, `${id}: ${JSON.stringify(first)}`);
        assert.equal(by(version, it, "hooks", "fix", id, "--id", first.id).status, 0, id);
      }
      const after = await theirs(it, version);
      const lost = Object.keys(TORN).filter((id) => !loaded(after, id));
      assert.deepEqual(lost, []);
      note(`OpenClaw ${version}`, "plugins repaired", broken.length, broken.length);
    } finally {
      it.done();
    }
  });

test("the names that plugins can import are those of the packages", { skip: absent(() => [...VERSIONS.map(openclaw), node()]) }, async () => {
  const all = await asked();
  assert.ok(all === kept(), "node tests/agents/sdk-names.mjs writes them again");
});

test("OpenClaw loads plugins that are sentences, and obeys them", { skip }, async () => {
  for (const version of VERSIONS) {
    const it = fresh();
    try {
      put(it, ".openclaw/openclaw.json", "{}\n");
      const log = join(it.home, "ran.json");
      const made = {
        "no-rm": ["--event", "before_tool_call", "--tool", "exec", "--if", "rm\\s+-rf", "--block", "Not “here” $& `x`", "--priority", "7"],
        quiet: ["--event", "message_sending", "--if", "secret", "--block", "It is secret"],
        notes: ["--event", "before_tool_call", "--run", `cat > '${log}'`],
        posts: ["--event", "session_start", "--post", "http://127.0.0.1:9/x"],
      };
      for (const [name, says] of Object.entries(made)) {
        const { status, stderr } = by(version, it, "plugins", "new", name, ...says, "--on");
        assert.equal(status, 0, stderr);
      }
      const their = await theirs(it, version);
      const hooks = (id) => [their.get(id)?.status, ...(their.get(id)?.hooks ?? [])];
      assert.deepEqual(hooks("no-rm"), ["loaded", "before_tool_call 7"]);
      assert.deepEqual(hooks("quiet"), ["loaded", "message_sending 0"]);
      assert.deepEqual(hooks("notes"), ["loaded", "before_tool_call 0"]);
      assert.deepEqual(hooks("posts"), ["loaded", "session_start 0"]);
      const file = (id) => ({ [id]: join(it.home, FOLDER, id, "index.js") });
      const call = (command, toolName = "exec") => ({ plugins: { ...file("no-rm"), ...file("notes") }, run: "runBeforeToolCall", event: { toolName, params: { command } } });
      const say = (content) => ({ plugins: file("quiet"), run: "runMessageSending", event: { to: "x", content } });
      const answers = await chain(version, it.home, [call("rm  -rf /"), call("ls"), call("rm -rf /", "write"), say("my secret"), say("hello")]);
      const results = answers.map(({ result }) => result ?? {});
      assert.equal(results[0].block, true);
      assert.equal(results[0].blockReason, "Not “here” $& `x`");
      assert.ok(!results[1].block && !results[2].block);
      assert.deepEqual([results[3].cancel, results[3].cancelReason], [true, "It is secret"]);
      assert.ok(!results[4].cancel);
      const { event } = JSON.parse(readFileSync(log, "utf8"));
      assert.equal(event.toolName, "write", "the command got the last call that was not blocked");
      // Changed in words, and obeyed.
      assert.equal(by(version, it, "plugins", "edit", "no-rm", "--if", "ls", "--tool", "").status, 0);
      const [after] = await chain(version, it.home, [call("ls", "write")]);
      assert.equal(after.result.block, true);
      note(`OpenClaw ${version}`, "plugins from sentences", 4, 4);
    } finally {
      it.done();
    }
  }
});

test("OpenClaw loads each starting point of a plugin, and obeys it", { skip }, async () => {
  for (const version of VERSIONS) {
    const it = fresh();
    try {
      put(it, ".openclaw/openclaw.json", "{}\n");
      const offers = by(version, it, "plugins", "templates").json;
      for (const { id } of offers) {
        const { status, stderr } = by(version, it, "plugins", "new", id, "--template", id, "--on");
        assert.equal(status, 0, stderr);
      }
      const their = await theirs(it, version);
      const loaded = offers.map(({ id, event }) => [id, their.get(id)?.status, ...(their.get(id)?.hooks ?? [])].join(" ") === `${id} loaded ${event} 0`);
      assert.deepEqual(loaded, [true, true, true, true, true], JSON.stringify([...their]));
      // One more than none, and any hour.
      for (const [id, from, to] of [["limit-tools", "most = 60", "most = 1"], ["quiet-hours", "from = 22;\nconst until = 7", "from = 0;\nconst until = 24"]]) {
        const text = readFileSync(join(it.home, FOLDER, id, "index.js"), "utf8");
        assert.ok(text.includes(from));
        put(it, `${FOLDER}/${id}/index.js`, text.replace(from, to));
      }
      const file = (id) => ({ [id]: join(it.home, FOLDER, id, "index.js") });
      const tool = (id, toolName) => ({ plugins: file(id), run: "runBeforeToolCall", event: { toolName, params: { command: "ls" } } });
      const say = (id, content) => ({ plugins: file(id), run: "runMessageSending", event: { to: "x", content } });
      const after = { plugins: file("log-tools"), run: "runAfterToolCall", event: { toolName: "exec", params: { command: "ls" }, result: "a" } };
      const asked = [tool("block-tool", "exec"), tool("block-tool", "read"), say("block-words", "my password"), say("block-words", "hello"), say("quiet-hours", "hello"), tool("limit-tools", "exec"), after];
      const results = (await chain(version, it.home, asked)).map(({ result }) => result ?? {});
      assert.deepEqual(results.slice(0, 6).map(({ block, cancel }) => block ?? cancel ?? false), [true, false, true, false, true, false]);
      assert.equal(JSON.parse(readFileSync(join(it.home, "tools.log"), "utf8")).event.toolName, "exec");
      note(`OpenClaw ${version}`, "starting points of plugins", 5, 5);
    } finally {
      it.done();
    }
  }
});

const GUARD = `+++
name = "no-rm"
description = "No rm"
events = ["BeforeToolCall"]
command = "./run.sh"
+++
`;

test(`OpenClaw ${VERSION} loads what is made, installed and copied here`, { skip }, async () => {
  const it = fresh();
  try {
    put(it, ".openclaw/openclaw.json", "{}\n");
    put(it, ".moltis/hooks/no-rm/HOOK.md", GUARD);
    put(it, ".moltis/hooks/no-rm/run.sh", "#!/bin/sh\ncat > /dev/null\nexit 0\n");
    for (const [name, text] of Object.entries(SHAPES.packaged)) put(it, `pkg/${name}`, text);
    put(it, "pkg/openclaw.plugin.json", shapeFiles({ packaged: {} })[`${FOLDER}/packaged/openclaw.plugin.json`]);
    const done = [
      ["plugins", "new", "made", "--template", "quiet-hours", "--on"],
      ["hooks", "install", join(it.home, "pkg"), "--yes", "--agent", "openclaw"],
      ["plugins", "enable", "packaged"],
      ["hooks", "port", "no-rm", "--agent", "moltis", "--to", "openclaw"],
      ["plugins", "enable", "no-rm"],
      ...["block-dangerous-commands", "redact-secrets", "roll-call-plugins", "sandbox-writes", "tool-logger"].map((name) => [
        "hooks", "install", name, "--agent", "openclaw",
      ]),
      ["plugins", "set", "made", "note", "from the test"],
    ];
    for (const args of done) {
      const { status, stdout, stderr } = ours(it, ...args);
      assert.equal(status, 0, `${args.join(" ")}: ${stdout}${stderr}`);
    }
    const config = await command(VERSION, it.home, ["config", "validate", "--json"]);
    assert.equal(config.json?.valid, true, config.out);
    const their = await theirs(it);
    const hooks = (id) => [their.get(id)?.status, ...(their.get(id)?.hooks ?? [])];
    assert.deepEqual(hooks("made"), ["loaded", "message_sending 0"]);
    assert.deepEqual(hooks("packaged"), ["loaded", "after_compaction 0", "before_compaction 0"]);
    assert.deepEqual(hooks("no-rm"), ["loaded", "before_tool_call 0"]);
    assert.deepEqual(hooks("block-dangerous-commands"), ["loaded", "before_tool_call 100"]);
    assert.deepEqual(hooks("sandbox-writes"), ["loaded", "before_tool_call 100"]);
    assert.deepEqual(hooks("redact-secrets"), ["loaded", "message_sending -100", "tool_result_persist -100"]);
    assert.deepEqual(hooks("tool-logger"), ["loaded", "after_tool_call 0"]);
    // Those that see whole conversations are not called as long as nobody allows that.
    const [state, ...all] = hooks("roll-call-plugins");
    assert.deepEqual([state, all.length], ["loaded", 33]);
    note(`OpenClaw ${VERSION}`, "plugins from here", 8, 8);
  } finally {
    it.done();
  }
});
