import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
const file = fileURLToPath(new URL("./words.json", import.meta.url));
export default async () => {
  if (existsSync(file)) return;
  const r = await fetch("https://example.com/words.json");
  await writeFile(file, JSON.stringify(await r.json()));
};
