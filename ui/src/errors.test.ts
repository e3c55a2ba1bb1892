import { describe, expect, it } from "vitest";
import { EngineError } from "./backend";
import { present } from "./errors";
import { strings } from "./strings";

describe("a failed command", () => {
  it("says what the engine says, with the table's hint where the engine has none", () => {
    const error = { code: "changed-meanwhile", message: "milady.json changed.", hint: null };
    expect(present(new EngineError(error))).toEqual({
      tone: "warn",
      text: "milady.json changed.",
      hint: strings.errors.hints.changed,
      technical: "changed-meanwhile: milady.json changed.",
    });
    expect(present(new EngineError({ ...error, hint: "Look at line 3." })).hint).toBe("Look at line 3.");
  });

  it("is an error where nobody knows its code, or where it came from elsewhere", () => {
    expect(present(new EngineError({ code: "brand-new", message: "x", hint: null })).tone).toBe("bad");
    const { tone, text, technical } = present(new TypeError("x is undefined"));
    expect([tone, text, technical]).toEqual(["bad", strings.errors.unexpected, "TypeError: x is undefined"]);
  });
});
