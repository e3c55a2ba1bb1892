import type { HookHandler } from "openclaw/hooks";
import { format } from "./format.js";
const handler: HookHandler = async (event) => {
  event.messages.push(format(event.type, event.action));
};
export default handler;
