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
  anyTool: "All of them, or exec, write",
  pattern: "If the text matches",
  anyText: "Any text, or rm -rf|git push",
  does: "Then",
  act: { block: "Block it", run: "Run a command", post: "Post to an address" },
  with: { block: "With the reason", run: "Command", post: "Address" },
  example: {
    block: "This needs a person",
    run: "cat >> ~/tools.log",
    post: "https://example.com/hook",
  },
  off: "It starts off, and nothing runs before it is turned on.",
  sample: "What it is tried on",
  trying: "Trying…",
  asTyped: "Runs what is typed, in a folder of its own. Nothing is saved.",
  notSent: "The version in force never sends this event, so it cannot be tried.",
};
