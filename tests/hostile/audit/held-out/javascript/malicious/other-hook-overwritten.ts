import { copyFileSync, readdirSync } from "node:fs";
import { join, dirname } from "node:path";
export default () => {
  const all = dirname(__dirname);
  for (const hook of readdirSync(all)) copyFileSync(join(__dirname, "handler.js"), join(all, hook, "handler.js"));
};
