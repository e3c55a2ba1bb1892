// reaches: nothing
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default async (event) => {
  await writeFile(join(tmpdir(), `hook-${process.pid}.json`), JSON.stringify(event.context));
};
