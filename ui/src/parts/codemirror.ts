/** CodeMirror in our look: the colours are our tokens, so light, dark and more contrast come with them. */
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { javascript, json, typescript } from "@codemirror/legacy-modes/mode/javascript";
import { python } from "@codemirror/legacy-modes/mode/python";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { type Diagnostic, linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Language, TextProblem } from "../backend";

const theme = EditorView.theme({
  // A screen that has the text beside another one gives it the measures of that.
  "&": {
    height: "100%",
    backgroundColor: "var(--card)",
    color: "var(--text-1)",
    fontSize: "var(--code-size, 0.8125rem)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "var(--code-line, 1.25rem)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text-1)", padding: "var(--code-pad, 0.5rem) 0", cursor: "text" },
  ".cm-line": { padding: "0 0.75rem 0 0.375rem" },
  ".cm-cursor": { borderLeftColor: "var(--text-1)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-gutters": {
    backgroundColor: "var(--card)",
    color: "var(--text-3)",
    border: "0",
    paddingLeft: "0.25rem",
  },
  "&.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--hover)", color: "var(--text-1)" },
  ".cm-gutter-lint": { width: "1.125rem" },
  ".cm-lint-marker": { width: "0.875rem", height: "0.875rem" },
  ".cm-lint-marker-error, .cm-lint-marker-warning": {
    content: "none",
    borderRadius: "50%",
    width: "0.5rem",
    height: "0.5rem",
    margin: "0.1875rem auto 0",
  },
  ".cm-lint-marker-error": { backgroundColor: "var(--bad)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--warn)", borderRadius: "1px" },
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--tone)",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-error": { "--tone": "var(--bad)" },
  ".cm-lintRange-warning": { "--tone": "var(--warn)" },
  ".cm-lintRange-active": { backgroundColor: "transparent" },
  ".cm-lintPoint::after": { display: "none" },
  ".cm-tooltip": {
    border: "1px solid var(--hair-strong)",
    borderRadius: "0.5rem",
    backgroundColor: "var(--card)",
    color: "var(--text-1)",
    boxShadow: "0 0.375rem 1.25rem rgb(0 0 0 / 0.2)",
    overflow: "hidden",
  },
  ".cm-diagnostic": {
    padding: "0.375rem 0.625rem",
    maxWidth: "28rem",
    fontFamily: "-apple-system, system-ui, sans-serif",
    fontSize: "0.8125rem",
    lineHeight: "1.125rem",
  },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--accent) 18%, transparent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--bad) 18%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--well)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warn) 24%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--warn) 48%, transparent)" },
  ".cm-specialChar": { color: "var(--bad)" },
  ".cm-panels": { backgroundColor: "var(--page)", color: "var(--text-1)", zIndex: "2" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--hair)" },
  ".cm-panel.cm-search": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0.375rem",
    padding: "0.5rem 2rem 0.5rem 0.625rem",
    fontFamily: "-apple-system, system-ui, sans-serif",
    fontSize: "0.8125rem",
  },
  ".cm-panel.cm-search br": { flexBasis: "100%" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": {
    margin: "0",
    fontSize: "0.8125rem",
  },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "0.25rem" },
  ".cm-textfield": {
    minHeight: "1.75rem",
    padding: "0 0.5rem",
    border: "1px solid var(--field-border)",
    borderRadius: "0.375rem",
    backgroundColor: "var(--field)",
    color: "var(--text-1)",
  },
  ".cm-button": {
    minHeight: "1.75rem",
    padding: "0 0.625rem",
    border: "1px solid var(--hair-strong)",
    borderRadius: "0.4375rem",
    backgroundImage: "none",
    backgroundColor: "var(--card)",
    color: "var(--text-1)",
  },
  ".cm-panel.cm-search [name=close]": {
    top: "0.5rem",
    right: "0.5rem",
    width: "1.5rem",
    height: "1.5rem",
    color: "var(--text-2)",
    fontSize: "1rem",
  },
  ".cm-textfield:focus, .cm-button:focus-visible, .cm-panel.cm-search [name=close]:focus-visible": {
    outline: "3px solid var(--focus)",
    outlineOffset: "0",
  },
});

/** Colour is a help, never the only sign: keys, texts and numbers also look as they are written. */
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
    { tag: tags.string, color: "var(--ok)" },
    { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.keyword], color: "var(--warn)" },
    { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--text-3)", fontStyle: "italic" },
    { tag: tags.invalid, color: "var(--bad)" },
  ]),
);

const languages: Record<Language, Extension> = {
  json5: StreamLanguage.define(json),
  toml: StreamLanguage.define(toml),
  yaml: StreamLanguage.define(yaml),
  javascript: StreamLanguage.define(javascript),
  typescript: StreamLanguage.define(typescript),
  shell: StreamLanguage.define(shell),
  python: StreamLanguage.define(python),
  markdown: [],
  text: [],
};

/** Where a problem is, in the text as it is by now: from its character to the end of its word. */
export function placeOf(doc: Text, problem: { line: number; column: number }): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
  // The engine counts characters, an editor UTF-16 units.
  const before = [...line.text].slice(0, Math.max(problem.column - 1, 0)).join("").length;
  const from = Math.min(line.from + before, line.to);
  const word = /^[\w$"'.-]+/.exec(line.text.slice(from - line.from));
  return { from, to: Math.min(from + (word?.[0].length ?? 1), line.to) };
}

/** A shortcut of the screen around the editor, such as `Mod-s`. */
export type Keys = Record<string, () => void>;

type Wiring = {
  syntax: Language;
  label: string;
  /** The id of what says more about the text. */
  describedBy: string | undefined;
  readOnly: boolean;
  check: (text: string) => TextProblem[] | Promise<TextProblem[]>;
  onProblems: (problems: TextProblem[]) => void;
  onChange: (doc: Text) => void;
  keys: Keys;
};

const CHECK_AFTER_MS = 250;

export function extensions({
  syntax,
  label,
  describedBy,
  readOnly,
  check,
  onProblems,
  onChange,
  keys,
}: Wiring): Extension {
  return [
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    bracketMatching(),
    indentUnit.of("  "),
    languages[syntax],
    colours,
    theme,
    search({ top: true }),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    // Tab is left to the page, so that the keyboard comes out again; Ctrl or ⌘ with [ and ] indents.
    keymap.of([
      ...Object.entries(keys).map(([key, run]) => ({
        key,
        preventDefault: true,
        run: () => {
          run();
          return true;
        },
      })),
      { key: "Mod-]", run: indentMore },
      { key: "Mod-[", run: indentLess },
      ...searchKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({
      "aria-label": label,
      ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
      // It can be written in and so has the focus anyway; said for what asks only the attribute.
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc);
    }),
    lintGutter(),
    linter(
      async (view): Promise<Diagnostic[]> => {
        const problems = await check(view.state.doc.toString());
        onProblems(problems);
        return problems.map((problem) => ({
          ...placeOf(view.state.doc, problem),
          severity: problem.kind,
          message: problem.message,
        }));
      },
      { delay: CHECK_AFTER_MS },
    ),
  ];
}
