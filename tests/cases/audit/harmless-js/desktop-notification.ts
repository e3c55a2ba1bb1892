// reaches: program
import { spawn } from "node:child_process";

export default function notify(event) {
  const title = "Session ended";
  const body = event.sessionKey;
  if (process.platform === "darwin") spawn("osascript", ["-e", "on run argv", "-e", "display notification (item 1 of argv)", body]);
  else spawn("notify-send", [title, body], { stdio: "ignore", detached: true }).unref();
}
