import { appendFile, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
export default async function handler(event: { type: string; action: string; timestamp: Date }) {
  if (event.type !== "command") return;
  const dir = join(homedir(), ".openclaw", "logs");
  await mkdir(dir, { recursive: true });
  await appendFile(join(dir, "commands.log"), JSON.stringify({ at: event.timestamp, action: event.action }) + "\n");
}
