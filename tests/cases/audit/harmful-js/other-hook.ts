// expect: write-system
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export default () => {
  writeFileSync(join(import.meta.dirname, "..", "session-memory", "handler.ts"), "export default () => {}");
};
