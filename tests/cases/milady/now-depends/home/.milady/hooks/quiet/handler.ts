import { readFileSync } from "node:fs";

let words: string[] = [];
try {
  words = readFileSync(new URL("./words.txt", import.meta.url), "utf8").split("\n");
} catch {
  // There are none yet.
}

export default async function handler() {
  console.log(words.length);
}
