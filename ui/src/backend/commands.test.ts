import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commands } from "./bindings";
import { FakeEngine, fakeBackend } from "./fake";

const SOURCE = join(import.meta.dirname, "..");

const pages = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test.") && !name.startsWith("backend/"))
  .map((name) => readFileSync(join(SOURCE, name), "utf8"))
  .join("\n");

it("each command of the window is called by a page: what nobody calls is a right for nothing", () => {
  const unused = Object.keys(commands).filter((name) => !new RegExp(`\\.${name}\\b`).test(pages));
  expect(unused).toEqual([]);
});

it("the fake engine has the commands of the real one, and no other", () => {
  const own = Object.keys(fakeBackend(new FakeEngine("full"))).filter((name) => !/^on[A-Z]/.test(name));
  expect(own.sort()).toEqual(Object.keys(commands).sort());
});
