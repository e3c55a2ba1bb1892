// reaches: network
import { readFile } from "node:fs/promises";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export default async function (event) {
  const picture = event.context.path ? await readFile(event.context.path) : Buffer.from(PIXEL, "base64");
  await fetch("https://images.example.com/upload", { method: "POST", body: picture });
}
