type HookEvent = {
  type: string;
  action: string;
  sessionKey: string;
  timestamp: Date;
  /** What is pushed here is said in the conversation. */
  messages: string[];
  context: Record<string, unknown>;
};

/** Runs {when} (`{event}`). */
export default async function handler(event: HookEvent): Promise<void> {
  event.messages.push(`{title} saw ${event.type}:${event.action}`); // TODO: write what it does in place of this line.
}
