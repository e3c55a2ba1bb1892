import { expect, it } from "vitest";
import { makeHook } from "../../backend/fake-data";
import { arrange, countStates, type View } from "./arrange";

const nothing = {
  id: "does-nothing",
  sentence: "Its command is not filled in: it does nothing here.",
  fixable: false,
  seen: "",
};
const hooks = [
  makeHook({ name: "guard", state: "ready" }),
  makeHook({ name: "empty", state: "ready", notes: [nothing] }),
];
const all: View = { query: "", filter: "all", sort: "needs", unfolded: new Set() };

it("does not call ready what is called and comes to nothing", () => {
  const counts = countStates(hooks, new Set());
  expect([counts.all, counts.ready, counts["no-effect"]]).toEqual([2, 1, 1]);
  const headings = arrange(hooks, all, new Set()).filter((item) => item.kind === "heading");
  expect(headings.map((item) => item.title)).toEqual(["Ready", "No effect"]);
  const shown = arrange(hooks, { ...all, filter: "no-effect" }, new Set());
  expect(shown.flatMap((item) => (item.kind === "hook" ? item.hook.name : []))).toEqual(["empty"]);
  const ready = arrange(hooks, { ...all, filter: "ready" }, new Set());
  expect(ready.flatMap((item) => (item.kind === "hook" ? item.hook.name : []))).toEqual(["guard"]);
});
