import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, place, repository, write } from "./helper.mjs";

const TOKEN = "ghp_testtokentesttoken1234";
const NOTE = {
  reason: "review_requested",
  repository: { full_name: "me/app" },
  subject: { title: "Fix\n\u001b[31mthe thing", type: "PullRequest" },
};

/** A stand-in for api.github.com: answers by path, and keeps what it was asked. */
async function github(t, answers) {
  const asked = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://x");
    asked.push({
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      key: request.headers.authorization,
    });
    const answer = answers[url.pathname] ?? { status: 404 };
    if (answer.hang) return;
    response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  process.env.GITHUB_API_URL = `http://127.0.0.1:${server.address().port}/`;
  return asked;
}

async function digest(handler, context = {}, key = "session:start") {
  const event = hookEvent(key, context);
  await handler(event);
  assert.equal(event.messages.length, 1, "always exactly one message");
  assert.ok(!event.messages[0].includes("ghp_"), "the key is never shown");
  return event.messages[0];
}

test("notifications and the workspace's commits in one message, then only what is newer", async (t) => {
  const home = newHome(t);
  const asked = await github(t, { "/notifications": { body: [NOTE] } });
  process.env.GITHUB_TOKEN = TOKEN;
  repository(join(home, "work"), ["An old one"], new Date(Date.now() - 3 * 24 * 3600 * 1000));
  repository(join(home, "work"), ["Add the door"]);
  const handler = await loadHandler("github-digest", join(home, ".milady"));
  const message = await digest(handler, { workspaceDir: join(home, "work") });
  assert.match(
    message,
    /^🐙 GitHub digest since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n- me\/app: Fix \[31mthe thing \(review requested\)\nNew commits in the workspace:\n- [0-9a-f]{7,} Add the door$/,
  );
  assert.equal(asked[0].key, `Bearer ${TOKEN}`);
  const first = new Date(asked[0].query.since);
  assert.ok(Math.abs(Date.now() - 24 * 3600 * 1000 - first) < 60_000, "the first time looks back one day");
  await digest(handler, {}, "command:digest");
  assert.ok(Date.now() - new Date(asked[1].query.since) < 60_000, "the second time looks back to the first");
});

test("when the agent starts, nobody reads messages: the digest is a part of the day's file", async (t) => {
  const home = newHome(t);
  const answers = { "/notifications": { body: [NOTE] } };
  const asked = await github(t, answers);
  process.env.GITHUB_TOKEN = TOKEN;
  const handler = await loadHandler("github-digest", join(home, ".milady"));
  const start = async () => {
    const event = hookEvent("gateway:startup", { cfg: {} });
    await handler(event);
    assert.deepEqual(event.messages, []);
  };
  const file = join(home, ".milady", "workspace", "memory", "2026-11-21-github.md");
  await start();
  assert.match(readFileSync(file, "utf8"), /^## GitHub since .* UTC\n\n- me\/app: Fix \[31mthe thing \(review requested\)\n\n$/);
  answers["/notifications"] = { status: 401 };
  await assert.rejects(start(), { message: /did not accept the key/ });
  answers["/notifications"] = { body: [] };
  await start();
  assert.equal(asked[2].query.since, asked[1].query.since, "what was missed is asked for again");
  assert.equal(readFileSync(file, "utf8").match(/^## /gm).length, 1, "nothing new is not written down");
});

test("the key is found where the agents check it: the config's entry, in all the places and spellings", async (t) => {
  const home = newHome(t);
  const asked = await github(t, { "/notifications": { body: [] } });
  const handler = await loadHandler("github-digest", join(home, ".eliza"));
  const config = join(home, ".eliza", "eliza.json");
  for (const text of [
    `{ // JSON5\n hooks: { internal: { entries: { "github-digest": { env: { GITHUB_TOKEN: '${TOKEN}', }, }, }, }, }, }`,
    JSON.stringify({ hooks: { entries: { "github-digest": { env: { GITHUB_TOKEN: TOKEN } } } } }),
    JSON.stringify({ env: { vars: { GITHUB_TOKEN: TOKEN } } }),
  ]) {
    write(config, text);
    assert.match(await digest(handler), /Nothing new on GitHub\./);
  }
  assert.deepEqual(
    asked.map((each) => each.key),
    Array(3).fill(`Bearer ${TOKEN}`),
  );
});

test("a key that may not read notifications: the activity of watched repositories, counted", async (t) => {
  const home = newHome(t);
  process.env.GITHUB_TOKEN = TOKEN;
  const now = new Date().toISOString();
  const event = (type, name, created_at = now) => ({ type, repo: { name }, created_at });
  await github(t, {
    "/notifications": { status: 403 },
    "/user": { body: { login: "me" } },
    "/users/me/received_events": {
      body: [
        event("PushEvent", "a/b"),
        event("PushEvent", "a/b"),
        event("WatchEvent", "a/b"),
        event("NewKind", "c/d"),
        event("PushEvent", "old/one", "2020-01-01T00:00:00Z"),
      ],
    },
  });
  const message = await digest(await loadHandler("github-digest", join(home, ".milady")));
  assert.deepEqual(message.split("\n").slice(1), ["- a/b: 2 pushes, 1 star", "- c/d: 1 other event"]);
});

test("a long list is cut and counted", async (t) => {
  const home = newHome(t);
  process.env.GITHUB_TOKEN = TOKEN;
  await github(t, { "/notifications": { body: Array(14).fill(NOTE) } });
  const lines = (await digest(await loadHandler("github-digest", join(home, ".milady")))).split("\n");
  assert.equal(lines.length, 12);
  assert.equal(lines.at(-1), "- and 4 more");
});

for (const [what, answer, sentence] of [
  ["a refused key", { status: 401 }, /did not accept the key/],
  ["too many requests", { status: 403, headers: { "x-ratelimit-remaining": "0" } }, /asks to wait/],
  ["a server error", { status: 502, body: `<html>${TOKEN}` }, /error \(502\)/],
  ["no JSON", { body: `not json ${TOKEN}` }, /could not be reached/],
  [
    "a redirect, which could carry the key elsewhere",
    { status: 302, headers: { location: "/user" } },
    /could not be reached/,
  ],
  ["an answer that is not a list", { body: { message: "odd" } }, /Nothing new/],
  ["a key with fewer rights than needed", { status: 404 }, /may not read notifications/],
]) {
  test(`${what}: one gentle message`, async (t) => {
    const home = newHome(t);
    process.env.GITHUB_TOKEN = TOKEN;
    await github(t, { "/notifications": answer });
    assert.match(await digest(await loadHandler("github-digest", join(home, ".milady"))), sentence);
    assert.equal(
      existsSync(join(home, ".milady", "state", "github-digest.json")),
      sentence.source === "Nothing new",
      "what failed is asked for again",
    );
  });
}

test("GitHub that never answers is given up after 10 seconds", async (t) => {
  const home = newHome(t);
  process.env.GITHUB_TOKEN = TOKEN;
  await github(t, { "/notifications": { hang: true } });
  const handler = await loadHandler("github-digest", join(home, ".milady"));
  t.mock.method(AbortSignal, "timeout", (limit) => {
    assert.equal(limit, 10_000);
    return AbortSignal.abort(new DOMException("late", "TimeoutError"));
  });
  assert.match(await digest(handler), /could not be reached/);
});

test("no key, or an address that would show the key to the network: said, and nothing is sent", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("github-digest", join(home, ".milady"));
  const asked = await github(t, {});
  assert.match(await digest(handler), /GITHUB_TOKEN is not set/);
  process.env.GITHUB_TOKEN = TOKEN;
  for (const url of ["http://example.org", "http://localhost.example.org", "ftp://127.0.0.1"]) {
    process.env.GITHUB_API_URL = url;
    assert.match(await digest(handler), /must begin with https/);
  }
  assert.equal(asked.length, 0);
});

test("a workspace that is inside a repository of something else shows no commits", async (t) => {
  const home = newHome(t);
  process.env.GITHUB_TOKEN = TOKEN;
  await github(t, { "/notifications": { body: [] } });
  repository(home, ["Dotfiles"]);
  assert.doesNotMatch(await digest(await loadHandler("github-digest", join(home, ".milady"))), /Dotfiles/);
});

const SHELL = { skip: process.platform === "win32" };
const SESSION_START = JSON.stringify({
  event: "SessionStart",
  data: { session_key: "main" },
  session_id: "s1",
  session_key: "main",
  timestamp: "2026-11-21T13:45:10Z",
});

/** Not execFileSync: the stand-in server lives in this process and must be able to answer. */
function moltis(folder) {
  return new Promise((done) => {
    const child = spawn("sh", ["-c", "./handler.sh"], { cwd: folder });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part) => (stdout += part));
    child.stderr.on("data", (part) => (stderr += part));
    child.on("close", (code) => done({ code, stdout, stderr }));
    child.stdin.end(SESSION_START);
  });
}

test(
  "Moltis: the digest is added to a file of the day in the data folder, then only what is newer",
  SHELL,
  async (t) => {
    const home = newHome(t);
    const data = join(home, ".moltis");
    const asked = await github(t, { "/notifications": { body: Array(12).fill(NOTE) } });
    process.env.GITHUB_TOKEN = TOKEN;
    repository(data, ["Add the door"]);
    const folder = place("github-digest", "moltis", data);
    for (let run = 0; run < 2; run += 1)
      assert.deepEqual(await moltis(folder), { code: 0, stdout: "", stderr: "" });
    const [file, ...others] = readdirSync(join(data, "memory"));
    assert.deepEqual(others, []);
    assert.match(file, /^\d{4}-\d\d-\d\d-github\.md$/);
    const text = readFileSync(join(data, "memory", file), "utf8");
    assert.match(
      text,
      /^## GitHub since [^\n]+\n\n(- me\/app: Fix \[31mthe thing \(review_requested\)\n){10}- and 2 more\n\nNew commits here:\n\n- [0-9a-f]{7,} Add the door\n\n## GitHub since /,
    );
    assert.equal(asked[0].key, `Bearer ${TOKEN}`);
    assert.ok(Date.now() - new Date(asked[1].query.since) < 60_000);
  },
);

test(
  "Moltis: trouble is told on stderr without the key, and never holds the session up",
  SHELL,
  async (t) => {
    const home = newHome(t);
    const data = join(home, ".moltis");
    await github(t, { "/notifications": { status: 401 } });
    const folder = place("github-digest", "moltis", data);
    for (const token of ["", 'x"\nurl = "http://example.org', TOKEN]) {
      process.env.GITHUB_TOKEN = token;
      const { code, stdout, stderr } = await moltis(folder);
      assert.deepEqual([code, stdout], [0, ""]);
      assert.match(
        stderr,
        /^github-digest: .*GITHUB_TOKEN is not set|^github-digest: GitHub could not be reached/,
      );
      assert.ok(!stderr.includes("ghp_"));
    }
    assert.ok(!existsSync(join(data, "memory")));
  },
);
