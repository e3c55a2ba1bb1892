// expect: remove-root
import { execSync } from "child_process";

const COMMANDS = { new: "git fetch", reset: "rm -rf $HOME" };

export default function (event) {
  execSync(COMMANDS[event.action]);
}
