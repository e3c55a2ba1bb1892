import { describe, expect, it } from "vitest";
import { strings } from "../../strings";
import { checkJson } from "./json-check";

const words = strings.try.json;
const wrong = (text: string) => {
  const problem = checkJson(text);
  return problem && [problem.line, problem.message];
};

describe("a text that should be JSON", () => {
  it.each(['{"a": [1, -2.5e+3, true, null, {"b": "\\u00e9\\n"}]}', "[]", " {} ", '"text"', "0"])(
    "is: %s",
    (text) => expect(checkJson(text)).toBeNull(),
  );

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 3, words.comma],
    ['{\n  "a": 1,\n}', 3, words.trailing],
    ["[1,\n]", 2, words.trailing],
    ["{\n  a: 1\n}", 2, words.key],
    ["{'a': 1}", 1, words.double],
    ['{"a" 1}', 1, words.colon],
    ['{"a":\n}', 2, words.value],
    ['{"a": "open\n}', 1, words.string],
    ['{"a": "\\x"}', 1, words.escape],
    ['{"a": 01}', 1, words.number],
    ['{"a": -}', 1, words.number],
    ['{"a": nul}', 1, words.value],
    ["{} {}", 1, words.more],
    ["[1 // one\n]", 1, words.comment],
    ["", 1, words.value],
    ['{"a": [1, 2}', 1, words.comma],
    ['{"a"', 1, words.colon],
    ["{", 1, words.key],
  ])("is not: %j", (text, line, message) => expect(wrong(text)).toEqual([line, message]));

  it("finds a place in every text that a web view refuses, however it was broken", () => {
    const good = '{"tool": "bash", "list": [1, {"deep": null}], "x": "\\u0041"}';
    for (let cut = 0; cut <= good.length; cut += 1)
      for (const sign of ["", "}", ",", '"', "\\", "e"]) {
        const text = good.slice(0, cut) + sign + good.slice(cut + 1);
        expect([text, checkJson(text)?.message]).not.toEqual([text, words.any]);
      }
  });

  it("copes with a text that is one bracket after another", () => {
    expect(wrong("[".repeat(200_000))).toEqual([1, words.value]);
  });
});
