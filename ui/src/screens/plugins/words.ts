import { strings } from "../../strings";

/** What is said of plugins. */
export const words = strings.plugins;

/** What is said of those that are sentences. */
export const says = {
  save: "Save…",
  kind: "What it is",
  asSentence: "A sentence",
  asProgram: "A program",
  title: "What it does",
  foot: "Said in sentence.json, in its folder. The agent reads it when its gateway starts.",
  byHand:
    "It was made from a sentence, and its program or its data were changed by hand since. Its files say what it does now.",
  when: "When",
  tools: "For the tools",
  anyTool: "any tool",
  /** The names by which OpenClaw calls the usual ones. */
  someTools: ["exec", "write", "edit", "read", "apply_patch", "process", "web_fetch", "browser", "message"],
  pattern: "If the text matches",
  act: { block: "block it with the reason", run: "run a command", post: "send it to" },
  with: { block: "With the reason", run: "Command", post: "Address" },
  example: {
    block: "This needs a person",
    run: "cat >> ~/tools.log",
    post: "https://example.com/hook",
  },
  files: "The files that it writes",
  off: "It starts off, and nothing runs before it is turned on.",
  sample: "What it is tried on",
  trying: "Trying…",
  asTyped: "Runs what is typed, in a folder of its own. Nothing is saved.",
  notSent: "The version in force never sends this event, so it cannot be tried.",
};
