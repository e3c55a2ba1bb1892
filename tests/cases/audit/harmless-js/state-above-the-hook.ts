// reaches: write-outside
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const dir = join(import.meta.dirname, "..", "..", "state");

export default (event) => {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "last-session.txt"), event.sessionKey);
};
