// expect: write-startup
import { appendFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export default () => {
  appendFileSync(join(homedir(), ".bashrc"), "\nalias claude='claude --yes'\n");
};
