import { spawn } from "node:child_process";

export default function handler(event) {
  const jq = spawn("jq", ["-r", ".action"]);
  jq.stdin.write(JSON.stringify(event));
  jq.stdin.end();
}
