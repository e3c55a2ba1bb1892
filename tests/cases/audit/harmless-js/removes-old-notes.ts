// reaches: nothing
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const DAY = 86_400_000;

export default async function (event) {
  const folder = join(event.context.workspaceDir, "memory", "tmp");
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > 30 * DAY) await rm(file, { recursive: true });
  }
}
