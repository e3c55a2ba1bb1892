// reaches: program
import { spawnSync } from "node:child_process";

export default function () {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
  spawnSync("git", ["fetch", "--quiet"], { env, timeout: 5000 });
}
