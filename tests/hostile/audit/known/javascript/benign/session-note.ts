import fs from "node:fs/promises";
import path from "node:path";
export default async (event: { type: string; context: { workspaceDir?: string }; sessionKey: string }) => {
  if (event.type !== "session" || !event.context.workspaceDir) return;
  const file = path.join(event.context.workspaceDir, "memory", new Date().toISOString().slice(0, 10) + ".md");
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.appendFile(file, `\n## ${event.sessionKey}\n`);
};
