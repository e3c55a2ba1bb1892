import { readFile, writeFile } from "node:fs/promises";
export default async (event) => {
  const lines = (await readFile("events.jsonl", "utf8")).trim().split("\n").map((l) => JSON.parse(l));
  await writeFile("REPORT.md", lines.map((l) => `* ${l.type}`).join("\n"));
};
