import { appendFile } from "node:fs/promises";

type HookEvent = { type: string; action: string; sessionKey: string; timestamp: Date };

/** The file, beside this one. */
const FILE = new URL("log.txt", import.meta.url);

/** Runs {when} (`{event}`): one line in the file each time. */
export default async function handler(event: HookEvent): Promise<void> {
  const at = new Date(event.timestamp).toISOString();
  await appendFile(FILE, `${at} ${event.type}:${event.action} ${event.sessionKey}\n`);
}
