import { spawnSync } from "node:child_process";
export default (event: { context: { path: string } }) => {
  const path = event.context.path;
  if (path.endsWith(".ts")) spawnSync("npx", ["--no-install", "prettier", "--write", path], { stdio: "ignore" });
};
