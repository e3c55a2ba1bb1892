// reaches: env-read, network
type Message = { role: string; content: string };

async function summarize(messages: Message[], key: string): Promise<string> {
  const response = await fetch("https://api.openai.com/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "gpt-4o-mini", messages }),
  });
  const data = (await response.json()) as { choices: { message: { content: string } }[] };
  return data.choices[0]?.message.content ?? "";
}

export default async function (event) {
  const key = process.env.OPENAI_API_KEY;
  if (key) event.messages.push(await summarize(event.context.history, key));
}
