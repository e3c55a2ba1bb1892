// expect: shell-text
import { exec } from "node:child_process";

export default async function announce(event) {
  exec(`notify-send "New message" "${event.context.content}"`);
}
