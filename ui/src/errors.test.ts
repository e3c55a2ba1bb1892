import { describe, expect, it } from "vitest";
import { type Code, EngineError } from "./backend";
import { present, TABLE } from "./errors";
import { strings } from "./strings";

describe("a failed command", () => {
  it("says what the engine says, with the table's hint where the engine has none", () => {
    const error = { code: "changed-meanwhile" as const, message: "milady.json changed.", hint: null };
    expect(present(new EngineError(error))).toEqual({
      tone: "warn",
      text: "milady.json changed.",
      hint: strings.errors.hints.changed,
      technical: "changed-meanwhile: milady.json changed.",
    });
    expect(present(new EngineError({ ...error, hint: "Look at line 3." })).hint).toBe("Look at line 3.");
  });

  it("says once what is unharmed and what to do", () => {
    const hintOf = (message: string, hint: string | null = null) =>
      present(new EngineError({ code: "not-fetched", message, hint }), "Nothing is lost.").hint;
    expect(hintOf("It cannot be reached.")).toBe(strings.errors.hints.notFetched);
    expect(hintOf("It cannot be reached. Check the network connection, then try again.")).toBe(
      "Nothing was installed.",
    );
    expect(hintOf("It redirects too many times. Nothing was fetched.")).toBe(
      "Check the address and your connection, then try again.",
    );
    expect(hintOf("It was interrupted. Nothing was kept. Try again.")).toBeNull();
    expect(hintOf("Try again later.", "Look at milady.json, then try again. It is open")).toBe("It is open");
  });

  it("is red only where something failed: what was refused, stopped or not there is a notice", () => {
    const toneOf = (code: Code) => present(new EngineError({ code, message: "x", hint: null })).tone;
    const codes = Object.keys(TABLE) as Code[];
    expect(codes.filter((code) => toneOf(code) === "bad")).toEqual([
      "no-home",
      "not-fetched",
      "not-installed",
      "not-opened",
      "not-understood",
      "not-started",
      "not-written",
      "output",
      "timed-out",
      "unexpected",
    ]);
  });

  it("is an error where it came from elsewhere", () => {
    const { tone, text, technical } = present(new TypeError("x is undefined"));
    expect([tone, text, technical]).toEqual(["bad", strings.errors.unexpected, "TypeError: x is undefined"]);
  });
});
