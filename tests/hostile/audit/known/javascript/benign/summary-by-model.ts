import Anthropic from "@anthropic-ai/sdk";
const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY });
export default async (event: { context: { transcript: string }; messages: string[] }) => {
  const r = await client.messages.create({ model: "claude-3-5-haiku-latest", max_tokens: 200, messages: [{ role: "user", content: "Summarise:\n" + event.context.transcript }] });
  event.messages.push(JSON.stringify(r.content[0]));
};
