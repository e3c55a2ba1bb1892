import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setBackend } from "../backend";
import { FakeEngine, fakeBackend } from "../backend/fake";
import { currentDone } from "../parts/toast";
import { done } from "./actions";
import * as live from "./live";
import { resetUndo, undoByKey, whileMade } from "./undo";

/** One change was made, and is told. */
async function afterTheFirst() {
  const engine = new FakeEngine("full");
  setBackend(fakeBackend(engine));
  const client = new QueryClient();
  await done(
    client,
    engine.change("milady", "The first.", () => undefined),
  );
  return { engine, client };
}

describe("the key that takes back", () => {
  beforeEach(resetUndo);

  it("waits for a change whose answer has not come, though the screen shows it already", async () => {
    const { engine, client } = await afterTheFirst();
    expect(currentDone()?.text).toBe("The first.");
    let answer = () => {};
    const second = engine.change("milady", "The second.", () => undefined);
    const made = (async () =>
      done(
        client,
        await whileMade(new Promise<typeof second>((resolve) => (answer = () => resolve(second)))),
      ))();
    const pressed = undoByKey(client);
    answer();
    await Promise.all([made, pressed]);
    expect(engine.calls.filter((call) => call.startsWith("undo("))).toEqual(["undo(undo-2)"]);
  });

  it("means the change that was just made, also while its screen is read again", async () => {
    const { engine, client } = await afterTheFirst();
    let read = () => {};
    vi.spyOn(live, "settle").mockReturnValueOnce(new Promise((resolve) => (read = resolve)));
    const second = done(
      client,
      engine.change("milady", "The second.", () => undefined),
    );
    await undoByKey(client);
    expect(engine.calls.filter((call) => call.startsWith("undo("))).toEqual(["undo(undo-2)"]);
    read();
    await second;
    // It is not said to be done after it was said to be taken back.
    expect(currentDone()?.text).toBe("Taken back: The second.");
  });
});
