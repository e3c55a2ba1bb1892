// reaches: nothing
import type { ChildProcess } from "node:child_process";
import { type Server } from "node:http";
import type { HookHandler } from "openclaw/hooks";

const handler: HookHandler = async (event) => {
  const running: ChildProcess | Server | null = null;
  event.messages.push(String(running));
};

export default handler;
