import { expect, it } from "vitest";
import { type Entry, search } from "./palette-search";

const entry = (title: string, also = ""): Entry => ({
  id: title,
  icon: null,
  title,
  hint: "",
  also,
  run: () => undefined,
});

it("ranks by all that was typed, not by its first word alone", () => {
  const groups = [
    { title: "Hooks", entries: [entry("As label", "adds a text"), entry("AI label", "as text")] },
    { title: "Screens", entries: [entry("Config of Milady as text")] },
  ];
  const found = search(groups, "as text").map(({ title, entries }) => [title, entries[0]?.title]);
  expect(found).toEqual([
    ["Screens", "Config of Milady as text"],
    ["Hooks", "As label"],
  ]);
  expect(search(groups, "as te")[0]?.title).toBe("Screens");
});
