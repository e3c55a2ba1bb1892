// reaches: network
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const cache = join(import.meta.dirname, "cache.json");

export default async function prices(event) {
  if (!existsSync(cache)) {
    const answer = await fetch("https://prices.example.com/latest.json");
    await writeFile(cache, await answer.text());
  }
  event.messages.push(JSON.parse(await readFile(cache, "utf8")).summary);
}
