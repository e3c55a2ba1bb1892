/** The words of the sentence editor, and what people call the parts of an event. */
import { strings } from "../../strings";

export const words = strings.sentence;

/** What few hooks say. */
export const more = {
  emoji: "Emoji",
  emojiHint: "Before its name in lists",
  homepage: "Homepage",
  homepageHint: "Begins with https://",
  version: "Version",
  versionHint: "For example 1.0.0",
  keyFor: "What it is for",
  keyGet: "Where to get it",
  keyRights: "Rights it needs",
  install: "How a program that it needs is installed is a list of its own: change that in the file.",
  openFile: (file: string) => `Open ${file}`,
  workdir: "Folder that it runs in",
  workdirHint: "The agent's own where empty",
  export: "Function that is called",
  exportHint: "The usual one where empty",
  hookKey: "Key in the config",
  hookKeyHint: "Its own name where empty",
  env: "Variables that it sets",
  envName: "Name of the variable",
  envValue: "Value of the variable",
  addEnv: "Add a variable…",
  removeEnv: (name: string) => `Remove the variable ${name}`,
  needs: "What it needs",
  anyBins: "One of these programs",
  anyBinsHint: "One of them is enough",
  needsEnv: "Variables it needs",
  needsEnvHint: "For example GITHUB_TOKEN",
  config: "Settings it needs",
  configHint: "For example channels.telegram",
  os: "Systems",
  osHint: "darwin, linux, win32; all where empty",
  always: "Run it without them, too",
  alwaysHint: "What it needs and does not have is then no reason to leave it out",
};

/** What people call the usual parts of an event. */
const PARTS: Record<string, string> = { content: "Text", user: "From", senderId: "From", args: "Arguments" };

/** "message_count" → "Message count", "arguments.command" → "Command" */
export const fieldLabel = (name: string): string => {
  const last = name.split(".").at(-1) ?? name;
  const plain = PARTS[last] ?? last.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
};
