// reaches: network
const HOST = "http://127.0.0.1:11434";

export default async function (event) {
  const answer = await fetch(`${HOST}/api/generate`, {
    method: "POST",
    body: JSON.stringify({ model: "llama3", prompt: event.context.content }),
  });
  event.messages.push((await answer.json()).response);
}
