import { EditorState, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import type { Language, TextProblem } from "../backend";
import { extensions, type Keys, placeOf } from "./codemirror";

export type EditorHandle = {
  text: () => string;
  /** Only what differs is replaced, so that cursor and scroll place stay. It can be undone. */
  replace: (text: string) => void;
  goTo: (problem: { line: number; column: number }) => void;
  focus: () => void;
};

type Props = {
  ref?: Ref<EditorHandle>;
  /** What it begins with; later only {@link EditorHandle.replace} changes it. */
  text: string;
  syntax: Language;
  label: string;
  describedBy?: string;
  readOnly?: boolean;
  /** Asked a moment after each change; what it finds is marked in the text and beside it. */
  check: (text: string) => TextProblem[] | Promise<TextProblem[]>;
  onProblems?: (problems: TextProblem[]) => void;
  onChange: (doc: Text) => void;
  /** The same ones for as long as the editor is there. */
  keys: Keys;
  className?: string;
};

function difference(old: string, now: string) {
  const most = Math.min(old.length, now.length);
  let from = 0;
  while (from < most && old[from] === now[from]) from += 1;
  let end = 0;
  while (end < most - from && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { from, to: old.length - end, insert: now.slice(from, now.length - end) };
}

/**
 * The one editor of the window, to be loaded late. CodeMirror owns the text; the screen around it hears of every
 * change. Tab is left to the page, so that the keyboard comes out again.
 */
export default function CodeEditor(props: Props) {
  const { ref, text, syntax, label, describedBy, readOnly = false, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  const first = useRef(text);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: view.current?.state.doc ?? first.current,
        extensions: extensions({
          syntax,
          label,
          describedBy,
          readOnly,
          check: (now) => latest.current.check(now),
          onProblems: (problems) => latest.current.onProblems?.(problems),
          onChange: (doc) => latest.current.onChange(doc),
          keys: Object.fromEntries(
            Object.keys(latest.current.keys).map((key) => [key, () => latest.current.keys[key]?.()]),
          ),
        }),
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [syntax, label, describedBy, readOnly]);
  useImperativeHandle(ref, () => ({
    text: () => view.current?.state.doc.toString() ?? first.current,
    replace: (now) => {
      const editor = view.current;
      if (editor) editor.dispatch({ changes: difference(editor.state.doc.toString(), now) });
    },
    goTo: (problem) => {
      const editor = view.current;
      if (!editor) return;
      const { from } = placeOf(editor.state.doc, problem);
      editor.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      editor.focus();
    },
    focus: () => view.current?.focus(),
  }));
  return <div ref={place} className={className} />;
}
