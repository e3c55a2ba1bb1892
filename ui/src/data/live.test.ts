import { expect, it } from "vitest";
import { backend, setBackend } from "../backend";
import { FakeEngine, fakeBackend } from "../backend/fake";
import { applyInventoryChange, askForWhatWasMissed, settle } from "./live";
import { createQueryClient, hooksQuery, movedQuery, overviewQuery } from "./queries";

it("never puts what was asked before a change over what was told of it", async () => {
  const engine = new FakeEngine("full");
  setBackend(fakeBackend(engine));
  const client = createQueryClient();
  const all = await client.fetchQuery(hooksQuery);
  const old = all.find(({ agent }) => agent === "milady");
  if (!old) throw new Error("no hook of Milady");
  const fresh = { ...old, title: "Of now" };
  let tell = () => {};
  const later = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const { hooks } = backend;
  let asked = 0;
  backend.hooks = async (...args) => {
    const answer = await hooks(...args);
    asked += 1;
    if (asked === 1) await later;
    return answer;
  };
  const settled = settle(client, "milady");
  await new Promise((resolve) => setTimeout(resolve));
  engine.hooks = engine.hooks.map((hook) => (hook.id === old.id ? fresh : hook));
  const event = { agent: engine.view("milady"), full: false, upserted: [fresh], removed: [] };
  applyInventoryChange(client, event);
  expect(client.getQueryData(movedQuery("milady").queryKey)).toBeGreaterThan(0);
  tell();
  await settled;
  const now = client.getQueryData(hooksQuery.queryKey)?.find(({ id }) => id === old.id);
  expect([now?.title, asked]).toEqual(["Of now", 2]);
});

it.each([
  ["a change was told before anybody listened", 1, true],
  ["nothing was told since the page was made", 0, false],
])("asks again where %s", async (_, told, asks) => {
  const engine = new FakeEngine("full");
  setBackend(fakeBackend(engine));
  const client = createQueryClient();
  globalThis.firstPage = { told: 0, overview: await backend.overview(), hooks: [] };
  client.setQueryData(overviewQuery.queryKey, globalThis.firstPage.overview);
  client.setQueryData(hooksQuery.queryKey, []);
  backend.told = async () => told;
  await askForWhatWasMissed(client);
  expect(client.getQueryState(hooksQuery.queryKey)?.isInvalidated).toBe(asks);
  globalThis.firstPage = undefined;
});
