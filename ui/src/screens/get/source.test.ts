import { describe, expect, it } from "vitest";
import { strings } from "../../strings";
import { readSource } from "./source";

const { wrong } = strings.get;

/** What goes to the engine, or why not. */
function read(text: string): string {
  const typed = readSource(text);
  return typed.kind === "source" ? typed.source : typed.said;
}

describe("a typed source", () => {
  it("may be the name of an npm package, with a scope, a version or a tag", () => {
    for (const name of ["my-hooks", "@ana/hooks", "my-hooks@1.2.0", "@ana/hooks@next"]) {
      expect(read(name)).toBe(`npm:${name}`);
      expect(read(` npm:${name} `)).toBe(`npm:${name}`);
    }
    expect(readSource("@ana/hooks@next")).toMatchObject({ said: "The npm package @ana/hooks, next" });
    expect(readSource("my-hooks")).toMatchObject({ said: "The npm package my-hooks, its latest version" });
  });

  it("may be an https address", () => {
    expect(read("https://example.org/a/hooks.zip")).toBe("https://example.org/a/hooks.zip");
    expect(readSource("https://example.org/a/hooks.zip")).toMatchObject({
      said: "hooks.zip from example.org",
    });
    expect(readSource("https://example.org")).toMatchObject({ said: "What example.org sends" });
  });

  it("may be a git repository, also by the address of its page", () => {
    expect(read("git+https://example.org/ana/hooks.git#v2")).toBe("git+https://example.org/ana/hooks.git#v2");
    expect(readSource("git+https://example.org/ana/hooks.git#v2")).toMatchObject({
      said: "The git repository ana/hooks at example.org, at v2",
    });
    expect(read("https://github.com/ana/hooks")).toBe("git+https://github.com/ana/hooks");
    expect(read("https://example.org/ana/hooks.git")).toBe("git+https://example.org/ana/hooks.git");
    expect(read("https://github.com/ana/hooks/archive/v2.zip")).toBe(
      "https://github.com/ana/hooks/archive/v2.zip",
    );
  });

  it("may be an address without https://, as it is read out", () => {
    expect(read("github.com/foo/bar")).toBe("git+https://github.com/foo/bar");
    expect(readSource("github.com/foo/bar")).toMatchObject({
      said: "The git repository foo/bar at github.com",
    });
    expect(read("example.org/hooks.zip")).toBe("https://example.org/hooks.zip");
    expect(readSource("github.com/foo")).toEqual({ kind: "wrong", said: wrong.repository, unfinished: true });
    // A scope is not a host, and a dot alone does not make an address.
    expect(read("@ana.b/hooks")).toBe("npm:@ana.b/hooks");
    expect(read("my.hooks")).toBe("npm:my.hooks");
  });

  it("is refused with what to do instead", () => {
    expect(read("http://example.org/hooks.zip")).toBe(wrong.insecure);
    expect(read("git+http://example.org/hooks")).toBe(wrong.insecure);
    expect(read("git@github.com:ana/hooks.git")).toBe(wrong.ssh);
    expect(read("ssh://git@github.com/ana/hooks")).toBe(wrong.ssh);
    expect(read("https://ana:secret@example.org/hooks.zip")).toBe(wrong.credentials);
    expect(read("ftp://example.org/hooks.zip")).toBe(wrong.scheme);
    expect(read("https://exa mple.org/hooks.zip")).toBe(wrong.host);
    expect(read("my-hooks@^1.2")).toBe(wrong.version);
    expect(read("my hooks")).toBe(wrong.name);
    for (const path of [
      "/tmp/hooks.zip",
      "~/hooks",
      "./hooks",
      "C:\\hooks",
      "C:/hooks",
      "file:///tmp/hooks",
    ]) {
      expect(read(path)).toBe(wrong.path);
    }
  });

  it("is not called wrong while it may still become right", () => {
    const ways = [
      "github.com/ana/hooks",
      "git+https://example.org/ana/hooks",
      "https://example.org/x.zip",
      "npm:@ana/hooks@1.2.0",
    ];
    for (const way of ways) {
      for (let length = 0; length <= way.length; length += 1) {
        const typed = readSource(way.slice(0, length));
        if (typed.kind === "wrong")
          expect([way.slice(0, length), typed.unfinished]).toEqual([way.slice(0, length), true]);
      }
    }
  });
});
