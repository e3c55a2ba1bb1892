import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, place, write } from "./helper.mjs";

process.env.TZ = "UTC";
const posix = { skip: process.platform === "win32" };

async function start(t, agent = ".milady") {
  const home = newHome(t);
  const handler = await loadHandler("workspace-backup", join(home, agent));
  const workspace = join(home, agent, "workspace");
  const copies = join(home, agent, "backups", "workspace");
  const on = (day, more = {}) =>
    handler(hookEvent("gateway:startup", { cfg: {}, ...more }, { timestamp: new Date(`${day}T13:45:10Z`) }));
  return { home, workspace, copies, on };
}

/** Everything below a folder, with what it holds. */
function tree(folder) {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    all
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

test("one copy for each day, as plain files, and the second start of a day changes nothing", async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "notes.md"), "one");
  write(join(workspace, "memory", "2026-11-20.md"), "é🙂");
  write(join(workspace, "empty"), "");
  await on("2026-11-21");
  assert.deepEqual(tree(copies), {
    "2026-11-21/notes.md": "one",
    "2026-11-21/memory/2026-11-20.md": "é🙂",
    "2026-11-21/empty": "",
  });
  write(join(workspace, "notes.md"), "two");
  await on("2026-11-21");
  assert.equal(readFileSync(join(copies, "2026-11-21", "notes.md"), "utf8"), "one");
  await on("2026-11-22");
  assert.equal(readFileSync(join(copies, "2026-11-22", "notes.md"), "utf8"), "two");
});

test("nothing from outside the workspace gets in: links, pipes and what can be made again are left out", posix, async (t) => {
  const { home, workspace, copies, on } = await start(t);
  write(join(home, "outside", "key"), "secret");
  write(join(workspace, "a.txt"), "a");
  write(join(workspace, "node_modules", "x", "index.js"), "x");
  write(join(workspace, "sub", ".git", "HEAD"), "ref");
  symlinkSync(join(home, "outside"), join(workspace, "folder"));
  symlinkSync(join(home, "outside", "key"), join(workspace, "file"));
  symlinkSync(workspace, join(workspace, "round"));
  execFileSync("mkfifo", [join(workspace, "pipe")]);
  await on("2026-11-21");
  assert.deepEqual(tree(copies), { "2026-11-21/a.txt": "a" });
});

test("only its user can read a copy, and a script stays one", posix, async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "run.sh"), "#!/bin/sh\n");
  execFileSync("chmod", ["755", join(workspace, "run.sh")]);
  write(join(workspace, "open.txt"), "x");
  await on("2026-11-21");
  const mode = (path) => statSync(join(copies, path)).mode & 0o777;
  assert.deepEqual(["", "2026-11-21", "2026-11-21/run.sh", "2026-11-21/open.txt"].map(mode), [0o700, 0o700, 0o700, 0o600]);
});

test("a file with two names is copied, so that changing it later does not change the copy", posix, async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "a"), "old");
  linkSync(join(workspace, "a"), join(workspace, "b"));
  await on("2026-11-21");
  writeFileSync(join(workspace, "a"), "new");
  assert.deepEqual(tree(copies), { "2026-11-21/a": "old", "2026-11-21/b": "old" });
});

test("a workspace that is too large is not copied at all, and the earlier copies stay", async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "a"), "a");
  await on("2026-11-20");
  write(join(workspace, "large"), Buffer.alloc(1024 * 1024 + 1));
  const cfg = { hooks: { internal: { entries: { "workspace-backup": { env: { WORKSPACE_BACKUP_MB: "1" } } } } } };
  await assert.rejects(on("2026-11-21", { cfg }), /more than 1 MB or 20000 files, so no copy was made/);
  assert.deepEqual(readdirSync(copies), ["2026-11-20"]);
  process.env.WORKSPACE_BACKUP_MB = "nonsense";
  await on("2026-11-21");
  assert.deepEqual(readdirSync(copies), ["2026-11-20", "2026-11-21"]);
});

test("the last ones are kept; what is not a copy of a day is not touched", async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "a"), "a");
  write(join(copies, "mine", "keep"), "mine");
  write(join(copies, "2026-1-1", "keep"), "mine");
  for (let day = 10; day < 20; day += 1) await on(`2026-11-${day}`);
  assert.deepEqual(readdirSync(copies).sort(), [
    "2026-1-1", "2026-11-13", "2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "mine",
  ]);
  process.env.WORKSPACE_BACKUP_KEEP = "2";
  await on("2026-11-20");
  assert.deepEqual(readdirSync(copies).sort(), ["2026-1-1", "2026-11-19", "2026-11-20", "mine"]);
});

test("what a start that was cut short left behind goes, and is never taken for a copy", async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "a"), "a");
  write(join(copies, ".unfinished-old", "a"), "half");
  write(join(copies, ".unfinished-now", "a"), "of another start");
  const old = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(copies, ".unfinished-old"), old, old);
  await on("2026-11-21");
  assert.deepEqual(readdirSync(copies).sort(), [".unfinished-now", "2026-11-21"]);
});

test("two starts at once make one copy", async (t) => {
  const { workspace, copies, on } = await start(t);
  write(join(workspace, "a"), "a");
  await Promise.all([on("2026-11-21"), on("2026-11-21"), on("2026-11-21")]);
  assert.deepEqual(readdirSync(copies), ["2026-11-21"]);
});

test("a workspace that holds the agent's own folder does not copy its copies", async (t) => {
  const { home, copies, on } = await start(t);
  write(join(home, ".milady", "note"), "n");
  const here = { workspaceDir: home };
  await on("2026-11-21", here);
  await on("2026-11-22", here);
  assert.ok(existsSync(join(copies, "2026-11-22", ".milady", "note")));
  assert.ok(!existsSync(join(copies, "2026-11-22", ".milady", "backups", "workspace")));
});

test("no workspace: nothing is made", async (t) => {
  const { copies, on } = await start(t, ".eliza");
  await on("2026-11-21");
  assert.ok(!existsSync(copies));
});

test("a name with odd characters is a name", posix, async (t) => {
  const { workspace, copies, on } = await start(t);
  const names = ["$(touch x)", "a\nb", "-rf", "..hidden", "…"];
  mkdirSync(workspace, { recursive: true });
  for (const name of names) writeFileSync(join(workspace, name), name);
  await on("2026-11-21");
  assert.deepEqual(Object.keys(tree(copies)).sort(), names.map((name) => `2026-11-21/${name}`).sort());
});

/** ZeroClaw's shape, called as it is called there. */
function zeroclaw(t) {
  const home = newHome(t);
  const workspace = join(home, "work");
  const cwd = place("workspace-backup", "zeroclaw", workspace);
  process.env.ZEROCLAW_WORKSPACE = workspace;
  const copies = join(home, ".zeroclaw", "backups", "workspace");
  const run = (env = {}) =>
    execFileSync("sh", ["-c", "sh ./run.sh"], { cwd, input: "{}", stdio: "pipe", env: { ...process.env, ...env } });
  const today = execFileSync("date", ["+%Y-%m-%d"]).toString().trim();
  return { home, workspace, copies, run, today };
}

test("ZeroClaw: one copy for each day, plain files only, the last ones kept", posix, (t) => {
  const { home, workspace, copies, run, today } = zeroclaw(t);
  write(join(home, "outside", "key"), "secret");
  const names = ["a.txt", "memory/$(touch x) b", "-rf", "deep/er/é"];
  for (const name of names) write(join(workspace, name), name);
  write(join(workspace, "node_modules", "x.js"), "x");
  write(join(workspace, ".git", "HEAD"), "x");
  symlinkSync(join(home, "outside"), join(workspace, "folder"));
  symlinkSync(join(home, "outside", "key"), join(workspace, "file"));
  execFileSync("mkfifo", [join(workspace, "pipe")]);
  for (const day of ["2026-01-01", "2026-01-02", "2026-01-03", "2026-1-4", "mine"]) write(join(copies, day, "old"), "old");
  run({ WORKSPACE_BACKUP_KEEP: "3" });
  assert.deepEqual(readdirSync(copies).sort(), ["2026-01-02", "2026-01-03", "2026-1-4", today, "mine"].sort());
  const copied = Object.keys(tree(join(copies, today))).filter((name) => !name.startsWith("hooks/"));
  assert.deepEqual(copied.sort(), names.sort());
  assert.equal(statSync(join(copies, today, "a.txt")).mode & 0o077, 0);
  write(join(workspace, "a.txt"), "later");
  run();
  assert.equal(readFileSync(join(copies, today, "a.txt"), "utf8"), "a.txt");
});

test("ZeroClaw: too large is not copied, and what was cut short goes after an hour", posix, (t) => {
  const { workspace, copies, run, today } = zeroclaw(t);
  write(join(workspace, "large"), Buffer.alloc(1024 * 1024 + 1));
  assert.throws(() => run({ WORKSPACE_BACKUP_MB: "1" }), /more than 1 MB or 20000 files, so no copy was made/);
  assert.deepEqual(readdirSync(copies), []);
  mkdirSync(join(copies, ".unfinished"));
  run();
  assert.deepEqual(readdirSync(copies), [".unfinished"], "another one is at work");
  const old = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(copies, ".unfinished"), old, old);
  run({ WORKSPACE_BACKUP_MB: "0; touch x" });
  assert.deepEqual(readdirSync(copies), [today]);
});

test("ZeroClaw: a workspace around its own folder does not copy its copies", posix, (t) => {
  const { home, copies, run, today } = zeroclaw(t);
  write(join(home, "note"), "n");
  write(join(copies, "2026-01-01", "old"), "old");
  run({ ZEROCLAW_WORKSPACE: home });
  assert.ok(existsSync(join(copies, today, "note")) && !existsSync(join(copies, today, ".zeroclaw", "backups", "workspace")));
});
