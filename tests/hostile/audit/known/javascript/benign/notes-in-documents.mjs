import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export default async (event) => {
  const workspace = event.context?.cfg?.agents?.defaults?.workspace ?? "none";
  const log = fs.createWriteStream(path.join(os.tmpdir(), "sessions.log"), { flags: "a" });
  log.write(`${event.type} ${workspace}\n`);
  const file = path.join(os.homedir(), "Documents", `session-${Date.now()}.md`);
  fs.writeFileSync(file, `# ${event.type}\n`);
};
