import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

/** A Slack on this computer: every request that came in, and the address of its webhook. */
async function slack(t, status = 200, headers = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    requests.push({ method: request.method, url: request.url, body: JSON.parse(Buffer.concat(chunks)) });
    response.writeHead(status, headers).end("ok");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  t.after(() => server.close());
  return { requests, address: `http://127.0.0.1:${server.address().port}/services/T0/B0/secret` };
}

test("a session that ends is one message, and names call nobody", async (t) => {
  const home = newHome(t);
  const { requests, address } = await slack(t);
  process.env.SLACK_WEBHOOK_URL = ` ${address}\n`;
  const handler = await loadHandler("slack-notify", join(home, ".milady"));
  const event = hookEvent("session:end", { message_count: 12 }, { sessionKey: "<!channel> & \n\"x\"" });
  await handler(event);
  assert.deepEqual(requests, [
    {
      method: "POST",
      url: "/services/T0/B0/secret",
      body: { text: 'Session &lt;!channel&gt; &amp; "x" ended with 12 messages' },
    },
  ]);
  assert.deepEqual(event.messages, []);
});

test("the address is found where the agents' check finds it", async (t) => {
  const home = newHome(t);
  const { requests, address } = await slack(t);
  const handler = await loadHandler("slack-notify", join(home, ".eliza"));
  const entry = { entries: { "slack-notify": { env: { SLACK_WEBHOOK_URL: address } } } };
  const configs = [
    { hooks: { internal: entry } },
    { hooks: entry },
    { env: { vars: { SLACK_WEBHOOK_URL: address } } },
    { env: { SLACK_WEBHOOK_URL: address } },
  ];
  for (const config of configs) {
    write(join(home, ".eliza", "eliza.json"), `// mine\n${JSON.stringify(config)}`);
    await handler(hookEvent("session:end"));
  }
  assert.equal(requests.length, configs.length);
});

test("what goes wrong is said without the address", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("slack-notify", join(home, ".openclaw"));
  const refused = await slack(t, 404);
  const elsewhere = await slack(t);
  const redirects = await slack(t, 307, { location: elsewhere.address });
  for (const [address, message] of [
    ["", /^SLACK_WEBHOOK_URL is not set/],
    ["http://example.org/services/secret", /^SLACK_WEBHOOK_URL must begin with https/],
    ["file:///etc/secret", /^SLACK_WEBHOOK_URL must begin with https/],
    ["https://secret bad/", /^Slack could not be reached\.$/],
    ["http://127.0.0.1:1/secret", /^Slack could not be reached\.$/],
    [refused.address, /^Slack did not take the message \(404\)\.$/],
    [redirects.address, /^Slack could not be reached\.$/],
  ]) {
    process.env.SLACK_WEBHOOK_URL = address;
    await assert.rejects(handler(hookEvent("session:end")), (error) => {
      assert.match(error.message, message);
      assert.equal(error.cause, undefined);
      assert.doesNotMatch(`${error.stack}`, /secret/);
      return true;
    });
  }
  assert.equal(elsewhere.requests.length, 0, "the message follows no redirect");
});
