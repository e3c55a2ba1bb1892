// The examples of docs/HOOK_AUTHORS.md, taken from the page and called as ZeroClaw, Moltis and OpenClaw do. Milady and
// Eliza are asked themselves, in real-loaders.test.mjs; OpenClaw, which takes longer, in tests/agents.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { example, PLUGIN } from "../agents/authors-page.mjs";
import { write } from "./helper.mjs";

function folder(t) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "authors-")));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** As ZeroClaw and Moltis call a command: with sh, in the hook's folder. */
function call(command, cwd, home, input) {
  const env = { HOME: home, PATH: process.env.PATH };
  return execFileSync("sh", ["-c", command], { cwd, env, input, encoding: "utf8" });
}

const posix = { skip: process.platform === "win32" };
/** On Linux the set-up brings it. */
const jq = ["/usr/bin/jq", "/usr/local/bin/jq", "/opt/homebrew/bin/jq"].some(existsSync) || process.platform === "linux";

test("ZeroClaw: the command of the example adds a line", posix, (t) => {
  const home = folder(t);
  const manifest = example("ZeroClaw: `HOOK.toml`", "toml");
  const command = JSON.parse(/^command = (".*")$/m.exec(manifest)[1]);
  assert.match(manifest, /^event = "on_message_received"$/m);
  call(command, home, home, "");
  assert.equal(readFileSync(join(home, "messages.log"), "utf8").split("\n").length, 2);
});

test("Moltis: the script of the example keeps what a tool did", { skip: !jq && "there is no jq here" }, (t) => {
  const home = folder(t);
  const cwd = join(home, ".moltis", "hooks", "tool-log");
  mkdirSync(cwd, { recursive: true });
  const heading = "Moltis: `HOOK.md` with `+++`, and a command";
  assert.match(example(heading, "markdown"), /^events = \["AfterToolCall"\]$/m);
  write(join(cwd, "handler.sh"), example(heading, "sh"));
  chmodSync(join(cwd, "handler.sh"), 0o755);
  const event = { event: "AfterToolCall", session_key: "s", tool_name: "bash", success: true, result: null };
  assert.equal(call("./handler.sh", cwd, home, JSON.stringify(event)), "");
  assert.deepEqual(JSON.parse(readFileSync(join(cwd, "tools.jsonl"), "utf8")), event);
});

test("OpenClaw: the plugin of the example stops what it says", async (t) => {
  const home = folder(t);
  const manifest = JSON.parse(example(PLUGIN, "json"));
  write(join(home, "careful", "index.mjs"), example(PLUGIN, "js"));
  const { default: plugin } = await import(pathToFileURL(join(home, "careful", "index.mjs")).href);
  assert.equal(plugin.id, manifest.id);
  let called;
  const on = (name, handler, options) => {
    called = { name, handler, options };
  };
  plugin.register({ on, pluginConfig: { words: ["shutdown"] } });
  assert.deepEqual([called.name, called.options], ["before_tool_call", { priority: 50 }]);
  const event = (command) => ({ toolName: "exec", params: { command } });
  assert.equal((await called.handler(event("sudo shutdown now"))).block, true);
  assert.equal(await called.handler(event("ls")), undefined);
});
