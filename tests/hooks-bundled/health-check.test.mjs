import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

process.env.TZ = "UTC";
const posix = { skip: process.platform === "win32" };

/** An agent with hooks of this metadata, and the report about them. */
async function start(t, hooks, agent = "milady") {
  const home = newHome(t);
  const own = join(home, `.${agent}`);
  const handler = await loadHandler("health-check", own);
  const workspace = join(own, "workspace");
  mkdirSync(workspace, { recursive: true });
  for (const [name, metadata] of Object.entries(hooks)) {
    const text = typeof metadata === "string" ? metadata : JSON.stringify({ [agent]: metadata });
    write(join(own, "hooks", name, "HOOK.md"), `---\nname: ${name}\nmetadata: ${text}\n---\n# X\n`);
    write(join(own, "hooks", name, "handler.ts"), "export default () => {};\n");
  }
  const file = join(workspace, "hooks-health.md");
  const run = async (cfg = {}) => {
    await handler(hookEvent("gateway:startup", { cfg }));
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  return { home, own, workspace, file, run };
}

const events = ["gateway:startup"];

test("what each hook lacks here is said by name, and the hooks that lack nothing", posix, async (t) => {
  const { home, run } = await start(t, {
    fine: { events, requires: { bins: ["sh"], anyBins: ["nope-1", "sh"], env: ["HEALTH_SET"], config: ["a.b"] } },
    keys: { events, requires: { bins: ["nope-2"], anyBins: ["nope-3", "nope-4"], env: ["HEALTH_UNSET"], config: ["a.c"] } },
    quiet: { requires: {} },
    elsewhere: { events, os: ["plan9"] },
    always: { events, always: true, requires: { env: ["HEALTH_UNSET"] } },
    path: { events, requires: { bins: ["/bin/sh", "/bin/nope-6"] } },
    loose: `{milady:{events:['gateway:startup'],}}`,
    below: `\n  ${JSON.stringify({ milady: { events } })}`,
    nested: "\n  milady:\n    events: [gateway:startup]",
    sister: JSON.stringify({ openclaw: { events } }),
  });
  process.env.HEALTH_SET = "hunter2";
  process.env.PATH = `${join(home, "bin")}:/usr/bin:/bin`;
  assert.equal(
    await run({ a: { b: 1, c: 0 } }),
    `<!-- written by the hook health-check -->
# Hooks of Milady

Looked at when Milady started, 2026-11-21 13:45: 11 hooks, 4 lack something.

## What is missing

- **elsewhere** needs another system (plan9)
- **keys** needs the program \`nope-2\`, one of the programs \`nope-3\`, \`nope-4\`, the key \`HEALTH_UNSET\`, the setting \`a.c\`
- **path** needs the program \`/bin/nope-6\`
- **quiet** needs an event that it listens to

## Nothing is missing

- always
- fine
- health-check

## Not looked at: what the manifest says cannot be read here, or it says nothing to this agent. Tacklebox knows why

- below
- loose
- nested
- sister
`,
  );
});

test("what the agent would not load is not called fine", posix, async (t) => {
  const { own, run } = await start(t, {});
  const metadata = `metadata: ${JSON.stringify({ milady: { events } })}\n---\n`;
  for (const [name, front] of Object.entries({ mark: "\uFEFF---\nname: mark\n", unnamed: "---\ndescription: d\n" })) {
    write(join(own, "hooks", name, "HOOK.md"), front + metadata);
    write(join(own, "hooks", name, "handler.ts"), "export default () => {};\n");
  }
  write(join(own, "hooks", "js", "HOOK.md"), `---\nname: js\n${metadata}`);
  write(join(own, "hooks", "js", "handler.js"), "export default () => {};\n");
  const text = await run();
  assert.match(text, /- \*\*js\*\* needs a file to run/);
  assert.match(text, /## Nothing is missing\n\n- health-check\n/);
  assert.match(text, /## Not looked at: .*\n\n- mark\n- unnamed\n/);
});

test("a key counts where the agents look for it, an entry that is off is off, and no value is written", async (t) => {
  const { run } = await start(t, {
    "in-entry": { events, hookKey: "other", requires: { env: ["K1"] } },
    "in-vars": { events, requires: { env: ["K2"] } },
    "in-env": { events, requires: { env: ["K3"] } },
    "switched-off": { events, requires: { env: ["K4"] } },
  });
  const cfg = {
    env: { vars: { K2: "secret2" }, K3: "secret3" },
    hooks: { internal: { entries: { other: { env: { K1: "secret1" } }, "switched-off": { enabled: false } } } },
  };
  const text = await run(cfg);
  assert.match(text, /5 hooks, nothing is missing/);
  assert.match(text, /## Switched off\n\n- switched-off\n/);
  assert.doesNotMatch(text, /secret/);
});

test("OpenClaw's metadata over several lines is read", async (t) => {
  const metadata = '\n  {\n    "openclaw":\n      { "events": ["gateway:startup"], "requires": { "bins": ["nope-5"], }, },\n  }\nlicense: MIT';
  const { run } = await start(t, { spread: metadata }, "openclaw");
  assert.match(await run(), /# Hooks of OpenClaw[\s\S]*- \*\*spread\*\* needs the program `nope-5`/);
});

test("hooks of the workspace count too, and a folder without a file to run is told", async (t) => {
  const { workspace, run } = await start(t, {});
  write(join(workspace, "hooks", "w", "HOOK.md"), `---\nname: w\nmetadata: ${JSON.stringify({ milady: { events } })}\n---\n`);
  write(join(workspace, "hooks", "not-a-hook", "x.txt"), "x");
  assert.match(await run(), /2 hooks, 1 lacks something[\s\S]*- \*\*w\*\* needs a file to run, such as `handler.ts`/);
});

test("a report that somebody else wrote stays, and without a workspace none is made", async (t) => {
  const { file, run } = await start(t, {});
  write(file, "mine");
  await assert.rejects(run(), /left as it is/);
  assert.equal(readFileSync(file, "utf8"), "mine");
  const other = newHome(t);
  const handler = await loadHandler("health-check", join(other, ".eliza"));
  await handler(hookEvent("gateway:startup", { cfg: {} }));
  assert.deepEqual(readdirSync(join(other, ".eliza")), ["hooks"]);
});

test("hostile manifests: links, huge ones, names that would be Markdown, prototypes, programs with a path", posix, async (t) => {
  const hostile = "x\u0000\u202e**[a](http://b)<img>`".padEnd(300, "y");
  const { home, own, file, run } = await start(t, {
    proto: '{"milady":{"events":["a"],"requires":{"config":["__proto__.polluted","constructor.name"],"bins":["../../bin/sh","/bin/sh","a b"]}}}',
    lists: { events: "gateway:startup", os: 5, requires: { bins: "sh", env: [1, null, ""] } },
    broken: '{"milady":{"events":[',
    deep: `{"milady":${"[".repeat(20000)}`,
    long: { events, requires: { env: [hostile], bins: Array(5000).fill("nope") } },
  });
  write(join(home, "key"), '---\nname: stolen\nmetadata: {"milady":{"events":["a"]}}\n---\n');
  mkdirSync(join(own, "hooks", "linked"));
  symlinkSync(join(home, "key"), join(own, "hooks", "linked", "HOOK.md"));
  write(join(own, "hooks", "huge", "HOOK.md"), `---\nname: huge\n${"a: b\n".repeat(100_000)}---\n`);
  const text = await run();
  assert.doesNotMatch(text, /stolen|\u0000|\u202e|<img>|\]\(http/);
  assert.match(text, /- \*\*proto\*\* needs .*`\.\.\/\.\.\/bin\/sh`.*the setting `__proto__\.polluted`, the setting `constructor.name`/);
  assert.match(text, /- \*\*lists\*\* needs an event/);
  assert.ok(text.length < 20_000, `${text.length}`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a program is one that can be run", posix, async (t) => {
  const { home, run } = await start(t, { p: { events, requires: { bins: ["folder", "text", "real"] } } });
  mkdirSync(join(home, "bin", "folder"), { recursive: true });
  write(join(home, "bin", "text"), "x");
  write(join(home, "bin", "real"), "#!/bin/sh\n");
  chmodSync(join(home, "bin", "real"), 0o755);
  process.env.PATH = join(home, "bin");
  assert.match(await run(), /- \*\*p\*\* needs the program `folder`, the program `text`\n/);
});
