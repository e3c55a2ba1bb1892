import { existsSync, readFileSync } from "node:fs";
const at = new URL("./settings.json", import.meta.url);
const settings = existsSync(at) ? JSON.parse(readFileSync(at, "utf8")) : { quiet: false };
export default (event: { messages: string[] }) => {
  if (!settings.quiet) event.messages.push("Ready.");
};
