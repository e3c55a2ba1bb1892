import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { setBackend } from "../../backend";
import { FakeEngine, fakeBackend } from "../../backend/fake";
import { createQueryClient } from "../../data/queries";
import About from "./About";

function read(body: string) {
  const engine = new FakeEngine("full");
  setBackend(fakeBackend(engine));
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <About body={body} />
    </QueryClientProvider>,
  );
  return { engine, html: view.container };
}

describe("the text of a stranger", () => {
  it("shows headings below those of the screen, lists, tables and code", () => {
    const { html } = read(
      "# One\n\n- a\n- [x] b\n\n| h |\n| - |\n| `c` |\n\n```\nd < e\n```\n\n**x** &amp; y",
    );
    expect(html.querySelector("h1, h2")).toBeNull();
    expect(html.querySelector("h3")).toHaveTextContent("One");
    expect(html.querySelectorAll("li")[1]).toHaveTextContent("☑ b");
    expect(html.querySelector("td code")).toHaveTextContent("c");
    expect(html.querySelector("pre")).toHaveTextContent("d < e");
    expect(html).toHaveTextContent("x & y");
  });

  it.each([
    ["a script", "<script>alert(1)</script>"],
    ["an event handler", '<img src="x" onerror="alert(1)">'],
    ["a frame", '<iframe src="https://evil.example"></iframe>'],
    ["an inline handler", 'Hello <b onclick="alert(1)">there</b>'],
    ["a style", "<style>body { display: none }</style>"],
    ["a form", '<form action="https://evil.example"><input name="key"></form>'],
  ])("shows %s as the text that it is", (_what, body) => {
    const { html } = read(body);
    expect(html.querySelector("script, img, iframe, b, style, form, input, [onclick], [onerror]")).toBeNull();
    expect(html).toHaveTextContent(/[<>]/);
  });

  it("loads no picture, and says what it would show", () => {
    const { html } = read("![A chart](https://tracker.example/p.png) ![](data:image/svg+xml,x)");
    expect(html.querySelector("img, svg")).toBeNull();
    expect(html).toHaveTextContent("[Picture: A chart] [Picture]");
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt&colon;alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
  ])("makes no link of %s", (href) => {
    const { html } = read(`[click](${href})`);
    expect(html.querySelector("a, button")).toBeNull();
    expect(html).toHaveTextContent("click");
  });

  it("says where a link goes before it goes there, with look-alike names spelled out", async () => {
    const { engine } = read("[the bank](https://b\u0430nk.example/login)");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "the bank" }));
    expect(screen.getByText("https://xn--bnk-6cd.example/login")).toBeVisible();
    expect(engine.opened).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(engine.opened).toEqual(["https://xn--bnk-6cd.example/login"]);
  });

  it("takes out what would reorder the text, also where it is written as an entity", () => {
    const { html } = read("run \u202egpj.exe `\u2066x` &#x202e;abc");
    expect(html.textContent).toBe("run gpj.exe x abc");
  });

  it("stays whole with nesting and lengths that were made to break it", () => {
    expect(() => read(`${">".repeat(5000)} deep`)).not.toThrow();
    expect(() => read(`${"- ".repeat(3000)}x`)).not.toThrow();
    expect(() => read("[".repeat(20_000))).not.toThrow();
    const { html } = read("word ".repeat(40_000));
    expect(html).toHaveTextContent("Only the beginning is shown.");
  });
});
