/** The screen on which an event is tried, in tests. */
import { EditorView } from "@codemirror/view";
import { act, screen, within } from "@testing-library/react";
import type { FakeEngine } from "../backend/fake";
import { paths } from "../routes";
import { openApp } from "./app";

// jsdom lays nothing out, and the editor asks where its lines are.
const nowhere = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 } as DOMRect;
Range.prototype.getClientRects = () => [nowhere] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => nowhere;

type Asked = { key?: string; hook?: string };

export async function openTry(
  asked: Asked = { key: "BeforeToolCall" },
  arrange?: (engine: FakeEngine) => void,
) {
  const app = openApp(paths.try({ agent: "moltis", ...asked }), "full", arrange);
  const box = await screen.findByRole("textbox", { name: "Sample" });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error("no editor");
  const type = (text: string) =>
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
  return { ...app, view, type };
}

export const run = () => screen.getByRole("button", { name: "Run" });
export const results = () =>
  within(screen.getByRole("heading", { name: /What the hooks did/ }).parentElement as HTMLElement);
export const wishes = (engine: FakeEngine) =>
  engine.calls
    .filter((call) => call.startsWith("tryIt("))
    .map((call) => JSON.parse(call.slice("tryIt(".length, -1)));
