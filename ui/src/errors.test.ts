import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EngineError } from "./backend";
import { KNOWN_CODES, present } from "./errors";
import { strings } from "./strings";

const ROOT = join(import.meta.dirname, "../..");

function rustFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name === "target" || name === "tests" || name === "benches") return [];
    if (statSync(path).isDirectory()) return rustFiles(path);
    return name.endsWith(".rs") && name !== "tests.rs" ? [path] : [];
  });
}

/** The body of each `fn code(&self) -> …` up to the brace that closes it. */
function codeBodies(text: string): string[] {
  return [...text.matchAll(/fn code\(&self\)[^{]*\{/g)].map(({ index, 0: head }) => {
    let depth = 1;
    let at = index + head.length;
    for (; at < text.length && depth > 0; at += 1) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
    return text.slice(index + head.length, at);
  });
}

/** Every code in what the window runs: the tables of the engine, and errors made by hand. */
function codesOfTheEngine(): Set<string> {
  const codes = new Set<string>();
  for (const file of [...rustFiles(join(ROOT, "engine")), ...rustFiles(join(ROOT, "src-tauri/src"))]) {
    const text = readFileSync(file, "utf8").split("#[cfg(test)]\nmod tests {")[0] ?? "";
    for (const body of codeBodies(text)) {
      for (const [, code] of body.matchAll(/"([a-z]+(?:-[a-z]+)*)"/g)) if (code) codes.add(code);
    }
    for (const [, code] of text.matchAll(/\bcode: "([a-z]+(?:-[a-z]+)*)"/g)) if (code) codes.add(code);
  }
  return codes;
}

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

  it("is known to the page by its code, each of them", () => {
    const codes = codesOfTheEngine();
    expect(codes.size).toBeGreaterThan(20);
    expect([...codes].filter((code) => !KNOWN_CODES.includes(code))).toEqual([]);
    expect(KNOWN_CODES.filter((code) => !codes.has(code))).toEqual([]);
  });

  it("is red only where something failed: what was refused, stopped or not there is a notice", () => {
    const toneOf = (code: string) => present(new EngineError({ code, message: "x", hint: null })).tone;
    expect(KNOWN_CODES.filter((code) => toneOf(code) === "bad")).toEqual([
      "not-fetched",
      "not-opened",
      "not-understood",
      "not-started",
      "not-written",
      "timed-out",
      "unexpected",
    ]);
  });

  it("is an error where nobody knows its code, or where it came from elsewhere", () => {
    expect(present(new EngineError({ code: "brand-new", message: "x", hint: null })).tone).toBe("bad");
    const { tone, text, technical } = present(new TypeError("x is undefined"));
    expect([tone, text, technical]).toEqual(["bad", strings.errors.unexpected, "TypeError: x is undefined"]);
  });
});
