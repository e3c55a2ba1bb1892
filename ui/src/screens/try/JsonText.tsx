import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { type Diagnostic, linter } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { checkJson } from "./json-check";

type Props = {
  /** What it begins with; later only the person changes it. */
  text: string;
  label: string;
  describedBy: string;
  onChange: (text: string) => void;
  /** Ctrl or ⌘ and Enter. */
  onRun: () => void;
};

const theme = EditorView.theme({
  "&": {
    backgroundColor: "transparent",
    color: "var(--text-1)",
    fontSize: "0.78125rem",
    maxHeight: "inherit",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.125rem", overflow: "auto" },
  ".cm-content": { padding: "0.625rem 0", caretColor: "var(--text-1)", cursor: "text" },
  ".cm-line": { padding: "0 0.75rem" },
  ".cm-cursor": { borderLeftColor: "var(--text-1)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 18%, transparent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--bad) 18%, transparent)",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint::after": { borderBottomColor: "var(--bad)" },
  ".cm-specialChar": { color: "var(--bad)" },
});

function diagnostics(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  const problem = checkJson(text);
  if (!problem) return [];
  const from = Math.min(problem.from, text.length);
  // The words stand under the field, where everybody finds them.
  return [{ from, to: Math.min(from + 1, text.length), severity: "error", message: problem.message }];
}

/** The text itself. CodeMirror owns it; Tab is left to the page, so that the keyboard comes out again. */
export default function JsonText({ text, label, describedBy, onChange, onRun }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef(text);
  const latest = useRef({ onChange, onRun });
  useEffect(() => {
    latest.current = { onChange, onRun };
  });
  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          highlightSpecialChars(),
          history(),
          drawSelection(),
          bracketMatching(),
          indentUnit.of("  "),
          theme,
          EditorView.lineWrapping,
          keymap.of([
            {
              key: "Mod-Enter",
              run: () => {
                latest.current.onRun();
                return true;
              },
            },
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-describedby": describedBy,
            spellcheck: "false",
            autocapitalize: "off",
            autocorrect: "off",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
          linter(diagnostics, { delay: 150, tooltipFilter: () => [] }),
        ],
      }),
    });
    return () => editor.destroy();
  }, [label, describedBy]);
  return <div ref={place} />;
}
