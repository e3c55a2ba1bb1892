import type { Hook } from "../../backend";

/** It has a text of its own that says what it does, and that can be read. */
export const isEditable = ({ action, state, source }: Hook): boolean =>
  action !== null && action.kind !== "builtin" && state !== "broken" && source !== "plugin";

/** What a hook does, in words. Not in the first load, as its screens are not. */
export const does = {
  title: "What it does",
  does: "Does",
  kinds: {
    module: "Runs its module",
    shell: "Runs a command",
    http: "Sends a request",
    prompt: "Adds a text to the prompt",
    builtin: "Is part of the agent itself",
  },
  command: "Command",
  starts: "Starts",
  folder: "In the folder",
  request: "Request",
  headers: "Headers",
  body: "Body",
  event: "The event, as JSON",
  content: "Text",
  position: { prepend: "Before the prompt", append: "Behind the prompt" } as Record<string, string>,
  notFilled: "Not filled in yet",
  onlyIf: "Only",
  channels: (list: string[]) => `in ${list.join(", ")}`,
  users: (list: string[]) => `for ${list.join(", ")}`,
  pattern: "if the text matches",
  everybody: "No condition: it runs every time",
  limit: "Time limit",
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  order: "Order",
  first: (priority: number) => `${priority} · higher runs first`,
  edit: "Edit…",
};
