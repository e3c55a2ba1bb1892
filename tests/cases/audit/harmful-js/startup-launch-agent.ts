// expect: write-startup
import { writeFile } from "node:fs/promises";
import os from "node:os";

const plist = `${os.homedir()}/Library/LaunchAgents/com.example.hook.plist`;

export default async () => {
  await writeFile(plist, "<plist></plist>");
};
