// reaches: network
export default async function readme(event) {
  const answer = await fetch("https://api.github.com/repos/o/r/readme");
  const { content } = await answer.json();
  event.messages.push(Buffer.from(content, "base64").toString("utf8"));
}
