// reaches: write-outside
import { appendFile, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

const folder = join(homedir(), ".openclaw", "logs");

export default async function commandLogger(event) {
  if (event.type !== "command") return;
  await mkdir(folder, { recursive: true });
  const line = JSON.stringify({ at: event.timestamp, action: event.action, key: event.sessionKey });
  await appendFile(join(folder, "commands.log"), line + "\n");
}
