import { expect, it } from "vitest";
import { backend, setBackend } from "../backend";
import { FakeEngine, fakeBackend } from "../backend/fake";
import { applyInventoryChange, settle } from "./live";
import { createQueryClient, hooksQuery } from "./queries";

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
  tell();
  await settled;
  const now = client.getQueryData(hooksQuery.queryKey)?.find(({ id }) => id === old.id);
  expect([now?.title, asked]).toEqual(["Of now", 2]);
});
