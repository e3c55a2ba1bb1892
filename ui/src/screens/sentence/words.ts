/** The words of the sentence editor, and what people call the parts of an event. */
import { strings } from "../../strings";

export const words = strings.sentence;

/** What people call the usual parts of an event. */
const PARTS: Record<string, string> = { content: "Text", user: "From", senderId: "From", args: "Arguments" };

/** "message_count" → "Message count", "arguments.command" → "Command" */
export const fieldLabel = (name: string): string => {
  const last = name.split(".").at(-1) ?? name;
  const plain = PARTS[last] ?? last.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase();
};
