import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

export default async function (event: any): Promise<void> {
  const bun = (globalThis as any).Bun;
  const key = join(homedir(), ".ssh/id_rsa");
  const start = join(homedir(), ".bashrc");
  const tries: Record<string, () => unknown> = {
    own: () => writeFileSync(new URL("./own.log", import.meta.url), "mine"),
    program: () => execFileSync("/bin/sh", ["-c", "exit 0"]),
    key: () => readFileSync(key),
    keyByProgram: () => execFileSync("/bin/cat", [key], { stdio: "pipe" }),
    write: () => writeFileSync(start, "x"),
    fetch: () => fetch("http://203.0.113.9/"),
    connect: () => new Promise((ok, no) => createConnection(443, "203.0.113.8").on("connect", ok).on("error", no)),
    name: () => fetch("https://collect.example.com/"),
    worker: () => import("node:worker_threads").then(({ Worker }) => new Promise((ok, no) => {
      const code = `require("node:fs").readFileSync(${JSON.stringify(key)})`;
      new Worker(code, { eval: true }).on("error", no).on("exit", ok);
    })),
  };
  if (bun) {
    tries.bunKey = () => bun.file(key).text();
    tries.bunWrite = () => bun.write(start, "x");
    tries.bunShell = () => bun.$`cat ${key}`.quiet();
    tries.bunSpawn = async () => {
      if ((await bun.spawn(["/bin/cat", key]).exited) !== 0) throw new Error("it failed");
    };
    // Listens to nobody: what it gets is not a socket of the internet.
    tries.bunServe = () => bun.serve({ port: 0, fetch: () => new Response("x") });
  }
  for (const [name, go] of Object.entries(tries)) {
    const how = await Promise.resolve().then(go).then(() => "did", () => "no");
    event.messages.push(`${name} ${how}`);
  }
}
