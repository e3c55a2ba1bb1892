import { execFile } from "node:child_process";
export default () => {
  const text = "The agent waits for you";
  if (process.platform === "darwin") execFile("osascript", ["-e", `display notification "${text}" with title "Agent"`]);
  else execFile("notify-send", ["Agent", text]);
};
