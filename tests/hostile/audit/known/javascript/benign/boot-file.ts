import { readFile } from "node:fs/promises";
import { join } from "node:path";
type Event = { type: string; action: string; context: { workspaceDir?: string; bootstrapFiles?: { name: string; content: string }[] } };
export default async (event: Event) => {
  if (event.type !== "agent" || event.action !== "bootstrap") return;
  const content = await readFile(join(event.context.workspaceDir ?? ".", "NOTES.md"), "utf8").catch(() => "");
  if (content) event.context.bootstrapFiles?.push({ name: "NOTES.md", content });
};
