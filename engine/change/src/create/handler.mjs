/**
 * Runs {when} (`{event}`). What is pushed to `event.messages` is said in the conversation.
 *
 * @param {{ type: string, action: string, sessionKey: string, timestamp: Date, messages: string[], context: object }} event
 */
export default async function handler(event) {
  event.messages.push(`{title} saw ${event.type}:${event.action}`); // TODO: write what it does in place of this line.
}
