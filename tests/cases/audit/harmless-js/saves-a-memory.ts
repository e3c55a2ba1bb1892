// reaches: nothing
import fs from "node:fs/promises";
import path from "node:path";

export default async function saveMemory(event) {
  const dir = path.join(event.context.workspaceDir, "memory");
  await fs.mkdir(dir, { recursive: true });
  const name = `${event.timestamp.toISOString().slice(0, 10)}.md`;
  await fs.writeFile(path.join(dir, name), `# ${event.sessionKey}\n`, "utf-8");
}
