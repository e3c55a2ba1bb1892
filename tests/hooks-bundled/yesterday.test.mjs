import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

process.env.TZ = "UTC";
const posix = { skip: process.platform === "win32" };

/** A workspace with notes, and what the hook makes of them on 2026-11-21. */
async function start(t, notes) {
  const home = newHome(t);
  const handler = await loadHandler("yesterday", join(home, ".milady"));
  const memory = join(home, ".milady", "workspace", "memory");
  for (const [name, text] of Object.entries(notes)) write(join(memory, name), text);
  const page = join(memory, "yesterday.md");
  const run = async () => {
    await handler(hookEvent("gateway:startup", { cfg: {} }));
    return existsSync(page) ? readFileSync(page, "utf8") : undefined;
  };
  return { home, memory, page, run };
}

test("the notes of the last day become one page, with what is still open", async (t) => {
  const { run } = await start(t, {
    "2026-11-18.md": "- older",
    "2026-11-20-0900.md":
      "---\ntitle: x\n---\n# Morning\n\n## Talked about\n- the roof\n* the *bill*\n1. first\n- [ ] call the roofer\n- [x] pay\n\n```sh\n# rm\n```\n> quoted\n---\nPlain words.\n",
    "2026-11-20-1800.md": "No heading here\r\n- [ ] water the plants\r\n",
    "2026-11-21-0700.md": "- today",
    "notes.md": "- undated",
    "2026-11-201.md": "- no day",
  });
  assert.equal(
    await run(),
    `<!-- written by the hook yesterday -->

# What happened on 2026-11-20

## Morning

- Talked about
- the roof
- the *bill*
- first
- Plain words.

## 2026-11-20-1800.md

- No heading here

## Still open

- [ ] call the roofer
- [ ] water the plants

From 2026-11-20-0900.md, 2026-11-20-1800.md.
`,
  );
});

test("the last day with notes counts, also when it was a week ago, and the page follows the days", async (t) => {
  const { memory, run } = await start(t, { "2026-11-13.md": "- a week ago" });
  assert.match(await run(), /What happened on 2026-11-13/);
  write(join(memory, "2026-11-20-summary.md"), "- 3 sessions");
  assert.match(await run(), /What happened on 2026-11-20\n\n## 2026-11-20-summary.md\n\n- 3 sessions/);
});

for (const [what, notes] of [
  ["no notes", {}],
  ["only today's", { "2026-11-21.md": "- x" }],
  ["only empty ones", { "2026-11-20.md": "\n\n```\ncode\n```\n" }],
]) {
  test(`${what}: no page`, async (t) => assert.equal(await (await start(t, notes)).run(), undefined));
}

test("a page that somebody else wrote stays as it is", async (t) => {
  const { page, run } = await start(t, { "2026-11-20.md": "- x", "yesterday.md": "mine" });
  await assert.rejects(run(), /was not written by this hook, so it was left as it is/);
  assert.equal(readFileSync(page, "utf8"), "mine");
});

test("links and pipes are not read, and nothing is written through one", posix, async (t) => {
  const { home, memory, page, run } = await start(t, { "2026-11-20-a.md": "- mine" });
  write(join(home, "key.md"), "- secret");
  symlinkSync(join(home, "key.md"), join(memory, "2026-11-20-b.md"));
  execFileSync("mkfifo", [join(memory, "2026-11-20-c.md")]);
  const text = await run();
  assert.ok(text.includes("- mine") && !text.includes("secret"), text);
  execFileSync("rm", [page]);
  write(join(home, "target.md"), "<!-- written by the hook yesterday -->");
  symlinkSync(join(home, "target.md"), page);
  await assert.rejects(run(), /left as it is/);
  assert.equal(readFileSync(join(home, "target.md"), "utf8"), "<!-- written by the hook yesterday -->");
});

test("huge and odd notes still give a small page that only its user can read", posix, async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 80 }, (_, at) => [`2026-11-20-${at}.md`, `- ${"é".repeat(5000)}\n`.repeat(40)]),
  );
  const { memory, page, run } = await start(t, many);
  const text = await run();
  assert.ok(Buffer.byteLength(text) < 17 * 1024 && text.endsWith("(The rest was left out.)\n"));
  assert.equal(statSync(page).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(memory).filter((name) => name.endsWith(".new")), []);
});

test("control characters of a note do not reach the page", async (t) => {
  const { run } = await start(t, { "2026-11-20.md": "- a\u0000\u001b[31mred\u202e\n" });
  assert.match(await run(), /^- a \[31mred$/m);
});
