// reaches: nothing
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const SECRET = [".ssh", ".aws", ".gnupg"].map((name) => join(homedir(), name));

export default function beforeToolCall(event) {
  const path = resolve(String(event.arguments.path ?? ""));
  if (SECRET.some((folder) => path.startsWith(folder))) return { block: true, reason: "keys stay private" };
}
