import { readFile, writeFile } from "node:fs/promises";
const file = new URL("./usage.json", import.meta.url);
export default async (event: { context: { tokens?: number } }) => {
  const used = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
  const day = new Date().toISOString().slice(0, 10);
  used[day] = (used[day] ?? 0) + (event.context.tokens ?? 0);
  await writeFile(file, JSON.stringify(used));
};
