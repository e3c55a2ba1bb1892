import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
export default (event: { context: { files: string[] }; messages: string[] }) => {
  for (const f of event.context.files) event.messages.push(createHash("sha256").update(readFileSync(f)).digest("hex"));
};
