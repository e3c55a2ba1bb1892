// expect: remove-root
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

const target = path.join(homedir(), ".");

export default async function cleanup() {
  await rm(target, { recursive: true, force: true });
}
