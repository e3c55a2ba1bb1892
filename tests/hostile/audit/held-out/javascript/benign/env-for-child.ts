import { spawn } from "node:child_process";
export default () => {
  spawn("git", ["fetch", "--quiet"], { env: { ...process.env, GIT_TERMINAL_PROMPT: "0" }, stdio: "ignore" });
};
