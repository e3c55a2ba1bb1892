// The examples of docs/HOOK_AUTHORS.md for OpenClaw, taken from the page, in the program itself. Those for Milady and
// Eliza, which take less long, are in tests/hooks-bundled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { example, FAMILY, PLUGIN, packageOf } from "./authors-page.mjs";
import { absent } from "./fetch.mjs";
import { fresh, put } from "./homes.mjs";
import { askOpenclaw, chain, command, node, openclaw } from "./openclaw-ask.mjs";

for (const version of ["2026.9.6", "2026.7.35"]) {
  const skip = absent(() => [openclaw(version), node()]);

  test(`OpenClaw ${version}: the example of a HOOK.md is called when the gateway starts`, { skip }, async (t) => {
    const it = fresh();
    t.after(it.done);
    put(it, ".openclaw/hooks/starts/HOOK.md", example(FAMILY, "markdown"));
    put(it, ".openclaw/hooks/starts/handler.ts", example(FAMILY, "ts"));
    const config = { hooks: { internal: { enabled: true, entries: { starts: { enabled: true } } } } };
    put(it, ".openclaw/openclaw.json", JSON.stringify(config));
    const answer = await askOpenclaw(version, it.home);
    const own = answer.hooks.filter(({ name }) => name === "starts");
    assert.deepEqual([own, answer.failed], [[{ name: "starts", events: ["gateway:startup"] }], []]);
    assert.match(readFileSync(join(it.home, "starts.log"), "utf8"), /^\d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  });

  test(`OpenClaw ${version}: the example of a plugin is loaded, and stops what it says`, { skip }, async (t) => {
    const it = fresh();
    t.after(it.done);
    const folder = ".openclaw/extensions/careful";
    put(it, `${folder}/openclaw.plugin.json`, example(PLUGIN, "json"));
    put(it, `${folder}/package.json`, packageOf());
    put(it, `${folder}/index.js`, example(PLUGIN, "js"));
    put(it, ".openclaw/openclaw.json", JSON.stringify({ plugins: { entries: { careful: { enabled: true } } } }));
    const { out } = await command(version, it.home, ["plugins", "inspect", "--all", "--runtime", "--json"]);
    const careful = JSON.parse(out.slice(out.indexOf("["))).find(({ plugin }) => plugin.id === "careful");
    const hooks = careful?.typedHooks.map(({ name, priority }) => [name, priority]);
    assert.deepEqual([careful?.plugin.status, hooks], ["loaded", [["before_tool_call", 50]]]);

    const plugins = { careful: join(it.home, folder, "index.js") };
    const tool = (line) => ({ plugins, run: "runBeforeToolCall", event: { toolName: "exec", params: { command: line } } });
    const [stopped, let_through] = await chain(version, it.home, [tool("rm -rf /"), tool("ls")]);
    assert.equal(stopped.result.block, true);
    assert.equal(stopped.result.blockReason, "exec: “rm -rf” is not for me.");
    assert.ok(!let_through.result?.block);
  });
}
