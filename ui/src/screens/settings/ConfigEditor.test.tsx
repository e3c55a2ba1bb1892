import { EditorView } from "@codemirror/view";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { EngineError } from "../../backend";
import type { FakeEngine } from "../../backend/fake";
import { paths } from "../../routes";
import { expectNoAxeViolations, openApp } from "../../test/app";
// Before the clock runs: the screen loads it when it is opened.
import "./ConfigEditor";
import { resetDrafts } from "./useConfigEditor";

// jsdom lays nothing out, and the editor asks where its lines are.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 } as DOMRect;
Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => nowhere;

beforeEach(resetDrafts);

const AGENT = "milady";

async function openEditor(arrange?: (engine: FakeEngine) => void) {
  const app = openApp(paths.config(AGENT), "full", arrange);
  const box = await screen.findByRole("textbox", { name: "Text of milady.json" });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error("no editor");
  return { ...app, view, disk: () => app.engine.configs.text(AGENT) };
}

function replace(view: EditorView, from: string, to: string) {
  const at = view.state.doc.toString().indexOf(from);
  act(() => view.dispatch({ changes: { from: at, to: at + from.length, insert: to } }));
}

/** As another program would: the file, then the engine's report of it. */
function writeOutside(engine: FakeEngine, text: string) {
  engine.configs.texts.set(AGENT, text);
  act(() => engine.report(AGENT, []));
}

const save = () => screen.getByRole("button", { name: "Save…" });
const status = () => screen.getByText(/As it is on the disk|Not saved yet/);

describe("an agent's config as text", () => {
  it("shows the file, is named, and can be left by Tab", async () => {
    const { view, user } = await openEditor();
    expect(screen.getByRole("heading", { level: 1, name: "Config of Milady" })).toHaveFocus();
    expect(view.state.doc.toString()).toContain("// Where the agent works");
    expect(save()).toHaveAttribute("aria-disabled", "true");
    act(() => view.focus());
    await user.tab();
    expect(view.hasFocus).toBe(false);
    await expectNoAxeViolations();
  });

  it("says what is wrong while it is typed, in the gutter and as a list that leads there", async () => {
    const { view, user } = await openEditor();
    replace(view, "enabled: true,\n      entries", "enabld: true,\n      entries");
    const list = await screen.findByRole("heading", { name: "Problems · 1 warning" });
    expect(list).toBeVisible();
    expect(screen.getByText(/Did you mean enabled/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Go to line 8" }));
    expect(view.state.doc.lineAt(view.state.selection.main.head).number).toBe(8);
    expect(view.hasFocus).toBe(true);

    replace(view, "agents: {", "agents: ");
    await screen.findByRole("heading", { name: "Problems · 1 error" });
    await user.click(save());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "It was not saved, as Milady could not read it",
    );
  });

  it("shows the diff, saves, and takes it back", async () => {
    const { view, user, disk } = await openEditor();
    const before = disk();
    replace(view, "~/projects/notes", "~/elsewhere");
    expect(status()).toHaveTextContent("Not saved yet");
    await user.click(save());
    const sheet = await screen.findByRole("alertdialog", { name: "Save the config of Milady" });
    expect(within(sheet).getByText(/elsewhere/)).toBeVisible();
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    expect(disk()).toBe(before);

    await user.click(save());
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(disk()).toContain("~/elsewhere"));
    expect(status()).toHaveTextContent("As it is on the disk");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(disk()).toBe(before));
  });

  it("follows the file while nothing was typed", async () => {
    const { engine, view, disk } = await openEditor();
    writeOutside(engine, `// theirs\n${disk()}`);
    await waitFor(() => expect(view.state.doc.line(1).text).toBe("// theirs"));
    expect(status()).toHaveTextContent("As it is on the disk");
  });

  it("keeps what was typed where another program wrote, and offers three ways out", async () => {
    const { engine, view, user, disk } = await openEditor();
    replace(view, "~/projects/notes", "~/mine");
    writeOutside(engine, `// theirs\n${disk()}`);
    const notice = await screen.findByText(/Another program changed this file/);
    expect(notice).toBeVisible();
    expect(view.state.doc.toString()).toContain("~/mine");
    await user.click(screen.getByRole("button", { name: "Show the differences" }));
    expect(screen.getByRole("group", { name: "What the other program changed" })).toHaveTextContent(
      "// theirs",
    );
    await expectNoAxeViolations();

    await user.click(screen.getByRole("button", { name: "Keep mine…" }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(disk()).toContain("~/mine"));
    expect(disk()).not.toContain("// theirs");
    expect(screen.queryByText(/Another program changed/)).toBeNull();
  });

  it("takes theirs, or both", async () => {
    const { engine, view, user, disk } = await openEditor();
    replace(view, "~/projects/notes", "~/mine");
    writeOutside(engine, `// another\n${disk()}`);
    await user.click(await screen.findByRole("button", { name: "Take theirs" }));
    expect(view.state.doc.toString()).toBe(disk());
    expect(status()).toHaveTextContent("As it is on the disk");

    replace(view, "~/projects/notes", "~/mine");
    writeOutside(engine, disk().replace("enabled: true", "enabled: false"));
    await user.click(await screen.findByRole("button", { name: "Merge both" }));
    expect(view.state.doc.toString()).toContain("~/mine");
    expect(status()).toHaveTextContent("Not saved yet");
  });

  it("asks before unsaved text is left behind", async () => {
    const { view, user } = await openEditor();
    replace(view, "~/projects/notes", "~/mine");
    await user.click(screen.getByRole("link", { name: "Get hooks" }));
    const sheet = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    expect(view.state.doc.toString()).toContain("~/mine");
    await user.click(screen.getByRole("link", { name: "Get hooks" }));
    await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Get hooks" })).toBeVisible();
  });

  it("brings unsaved text back where the screen was left some other way", async () => {
    const { view } = await openEditor();
    replace(view, "~/projects/notes", "~/mine");
    act(() => {
      location.hash = paths.get();
    });
    await screen.findByRole("heading", { level: 1, name: "Get hooks" });
    act(() => {
      location.hash = paths.config(AGENT);
    });
    const box = await screen.findByRole("textbox", { name: "Text of milady.json" });
    expect(EditorView.findFromDOM(box)?.state.doc.toString()).toContain("~/mine");
    expect(status()).toHaveTextContent("Not saved yet");
  });

  it("previews an earlier version and restores it", async () => {
    const { engine, view, user, disk } = await openEditor((fake) => {
      const old = fake.configs.text(AGENT);
      fake.configs.write(AGENT, old.replace("~/projects/notes", "~/newer"), "The workspace was changed.");
    });
    expect(view.state.doc.toString()).toContain("~/newer");
    const backups = screen.getByRole("region", { name: "Earlier versions" });
    await within(backups).findByText(/Before: The workspace was changed/);
    await user.click(within(backups).getByRole("button", { name: /^Preview/ }));
    expect(await within(backups).findByText(/~\/projects\/notes/)).toBeVisible();
    await user.click(within(backups).getByRole("button", { name: /^Restore/ }));
    await waitFor(() => expect(disk()).toContain("~/projects/notes"));
    act(() => engine.report(AGENT, []));
    await waitFor(() => expect(view.state.doc.toString()).toContain("~/projects/notes"));

    replace(view, "~/projects/notes", "~/typed");
    for (const button of within(backups).getAllByRole("button", { name: /^Restore/ })) {
      expect(button).toBeDisabled();
    }
    expect(screen.getByText(/Save or discard your changes before/)).toBeVisible();
  });

  it("shows which hooks a version would switch before it comes back, and keeps them", async () => {
    const disk = openApp(paths.config("openclaw"), "full", (fake) => {
      fake.configs.write("openclaw", "{ a: 1 }\n", "It was changed.");
    });
    const backups = await screen.findByRole("region", { name: "Earlier versions" });
    const restore = () => within(backups).getByRole("button", { name: /^Restore/ });
    await within(backups).findByText(/Before: It was changed/);
    await disk.user.click(restore());
    expect(await within(backups).findByText("The agent would also turn off session-memory.")).toBeVisible();
    expect(disk.engine.configs.text("openclaw")).toBe("{ a: 1 }\n");
    expect(within(backups).getByRole("switch", { name: "Keep these hooks as they are" })).toBeChecked();
    await expectNoAxeViolations();
    await disk.user.click(restore());
    await waitFor(() => expect(disk.engine.configs.text("openclaw")).toContain("stays on"));
  });

  it("shows what a version would change of what is there now, and nothing once it is there", async () => {
    const { engine, user } = await openEditor((fake) => {
      fake.configs.write(AGENT, "{ a: 1 }\n", "It was changed.");
    });
    const before = engine.configs.kept[0]?.text ?? "";
    const backups = screen.getByRole("region", { name: "Earlier versions" });
    await user.click(await within(backups).findByRole("button", { name: /^Preview/ }));
    expect(await within(backups).findByText(/{ a: 1 }/)).toBeVisible();
    writeOutside(engine, "{ b: 2 }\n");
    expect(await within(backups).findByText(/{ b: 2 }/)).toBeVisible();
    expect(within(backups).queryByText(/{ a: 1 }/)).toBeNull();
    writeOutside(engine, before);
    expect(await within(backups).findByText("As it is now")).toBeVisible();
    await waitFor(() => expect(within(backups).queryByText(/{ b: 2 }/)).toBeNull());
    expect(within(backups).getByRole("button", { name: /^Preview/ })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
  });

  it("says why nothing can be saved, and why nothing can be opened", async () => {
    await openEditor((fake) => {
      fake.configs.readOnly = "It was written by a newer Tacklebox.";
    });
    expect(screen.getByText(/It was written by a newer Tacklebox/)).toBeVisible();
    expect(save()).toHaveAttribute("aria-disabled", "true");
  });

  it("says why a config cannot be opened", async () => {
    openApp(paths.config(AGENT), "full", (fake) => {
      const message = "~/.milady/milady.json is a folder, not a file.";
      fake.failures.set("openConfig", new EngineError({ code: "unreadable-config", message, hint: null }));
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("is a folder, not a file");
  });
});

describe("a key that was cleared", () => {
  it("can be forgotten in what is kept, after a question", async () => {
    const { engine, user } = openApp(paths.hook("milady/managed/github-digest"), "full", (fake) => {
      fake.replace("milady/managed/github-digest", { state: "ready", missing: [], eligible: true });
    });
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    await user.click(await screen.findByRole("button", { name: "Forget it everywhere" }));
    const sheet = await screen.findByRole("alertdialog", { name: "Forget the key in what is kept?" });
    expect(sheet).toHaveTextContent("2 earlier changes still hold the key");
    await user.click(within(sheet).getByRole("button", { name: "Forget" }));
    expect(await screen.findByText(/The key is gone from what is kept/)).toBeVisible();
    expect(engine.calls.some((call) => call.startsWith("purgeCopies(undo-"))).toBe(true);
  });
});
