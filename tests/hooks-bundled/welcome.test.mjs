import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { hookEvent, loadHandler, newHome, write } from "./helper.mjs";

async function greet(handler, key, more, context) {
  const event = hookEvent(key, context, more);
  await handler(event);
  return event.messages;
}

test("a session is greeted once, whichever of the two events the agent sends", async (t) => {
  const handler = await loadHandler("welcome", join(newHome(t), ".milady"));
  assert.equal((await greet(handler, "session:start")).length, 1);
  assert.equal((await greet(handler, "session:new")).length, 0, "the other event of the same start");
  assert.equal((await greet(handler, "session:new", { sessionKey: "another" })).length, 1);
  assert.equal((await greet(handler, "session:start")).length, 1, "the same event again is a new start");
});

test("a long time later, the other event is a start of its own", async (t) => {
  const handler = await loadHandler("welcome", join(newHome(t), ".milady"));
  t.mock.timers.enable({ apis: ["Date"], now: 1000 });
  assert.equal((await greet(handler, "session:start")).length, 1);
  t.mock.timers.tick(10_001);
  assert.equal((await greet(handler, "session:new")).length, 1);
});

test("the words can be chosen: in the environment, in either place of the config", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("welcome", join(home, ".openclaw"));
  assert.match((await greet(handler, "session:start"))[0], /^Welcome!/);
  write(
    join(home, ".openclaw", "openclaw.json"),
    `\uFEFF// a comment with a quote "\n{ hooks: { entries: { welcome: { env: { WELCOME_TEXT: 'Ahoy \\'you\\', /* not a comment */ \\\n100 €', }, }, }, }, n: [+.5, 0x1F, -1e3, Infinity,], }`,
  );
  assert.deepEqual(await greet(handler, "session:start"), ["Ahoy 'you', /* not a comment */ 100 €"]);
  const cfg = { hooks: { internal: { entries: { welcome: { env: { WELCOME_TEXT: "From the event" } } } } } };
  assert.deepEqual(await greet(handler, "session:start", {}, { cfg }), ["From the event"]);
  process.env.WELCOME_TEXT = "From the environment";
  assert.deepEqual(await greet(handler, "session:start", {}, { cfg }), ["From the environment"]);
});

test("a config that does not parse is not a reason not to greet", async (t) => {
  const home = newHome(t);
  const handler = await loadHandler("welcome", join(home, ".milady"));
  write(join(home, ".milady", "milady.json"), '{ "hooks": ');
  assert.match((await greet(handler, "session:start"))[0], /^Welcome!/);
});
