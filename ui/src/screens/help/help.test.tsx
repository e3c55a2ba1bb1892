import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
import "../../frame/KeysSheet";
import { guide, partsOf, slug, TELLS } from "./guide";
import "./HelpScreen";

describe("the guide", () => {
  it("is taken apart by its headings, without pictures and its list of contents", () => {
    const [first, second] = partsOf(
      '# Guide\n\nlead\n\n## One, “two”\n\n![x](y.png)\ntext\n\n  <picture>\n    <img src="y.png">\n  </picture>\n\n## Three\n\nmore\n',
    );
    expect(first).toEqual({ id: "one-two", title: "One, “two”", body: "text" });
    expect(second?.body).toBe("more");
    expect(guide.length).toBeGreaterThan(15);
    expect(guide.some(({ body }) => body.includes("!["))).toBe(false);
    expect(guide.filter(({ body }) => /^\s*<\/?[a-z]/m.test(body)).map(({ title }) => title)).toEqual([]);
  });

  it("tells of every screen", () => {
    const ids = guide.map(({ title }) => slug(title));
    for (const id of Object.values(TELLS)) expect(ids).toContain(id);
  });

  it("opens from the keys, at the part that tells of the screen that one comes from", async () => {
    const { user } = openApp(paths.timeline("milady"));
    await screen.findByRole("heading", { level: 1, name: "Timeline" });
    await waitFor(() =>
      expect(document.querySelector('[aria-label="Results of what you did"]')).not.toBeNull(),
    );
    await user.keyboard("{F1}");
    await user.click(await screen.findByRole("button", { name: "Open the guide" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Help" })).toBeVisible();
    const part = screen.getByRole("heading", { level: 2, name: "See when everything runs" });
    await waitFor(() => expect(part).toHaveFocus());
    const contents = screen.getByRole("navigation", { name: "What is in it" });
    await user.click(within(contents).getByRole("button", { name: "Try a hook" }));
    await waitFor(() => expect(screen.getByRole("heading", { level: 2, name: "Try a hook" })).toHaveFocus());
    await expectNoAxeViolations();
  });
});
