import { readFileSync } from "node:fs";

const words = readFileSync(new URL("./words.txt", import.meta.url), "utf8").split("\n");

export default async function handler() {
  console.log(words.length);
}
