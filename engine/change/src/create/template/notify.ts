import { execFile } from "node:child_process";

const TEXT = "{label}";

/** Runs {when} (`{event}`): a notification on the desktop. On Linux it needs notify-send. */
export default async function handler(): Promise<void> {
  const mac = ["-e", "on run argv", "-e", "display notification (item 1 of argv)", "-e", "end run", TEXT];
  const [program, args] =
    process.platform === "darwin" ? ["osascript", mac] : ["notify-send", ["--", "{title}", TEXT]];
  await new Promise<void>((done, fail) => {
    execFile(program as string, args as string[], { timeout: 8_000 }, (error) => (error ? fail(error) : done()));
  });
}
