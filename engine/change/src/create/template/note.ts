import { appendFile } from "node:fs/promises";

/** The file, beside this one. */
const FILE = new URL("starts.txt", import.meta.url);

/** Runs {when} (`{event}`): the date and the time, each time. */
export default async function handler(): Promise<void> {
  await appendFile(FILE, `${new Date().toISOString()}\n`);
}
