// reaches: nothing
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const home = process.env.OPENCLAW_STATE_DIR ?? path.join(os.homedir(), ".openclaw");

export default async function (event) {
  const config = JSON.parse(await readFile(path.join(home, "openclaw.json"), "utf8"));
  event.messages.push(`Workspace: ${config.agents?.defaults?.workspace ?? "default"}`);
}
