// reaches: network, env-read
const BASE = "https://api.github.com";

async function get(path: string, token: string): Promise<unknown> {
  const answer = await fetch(`${BASE}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GitHub said ${answer.status}`);
  return answer.json();
}

export default async function (event) {
  const token = process.env.GITHUB_TOKEN ?? "";
  const me = (await get("/user", token)) as { login: string };
  event.messages.push(`Signed in as ${me.login}`);
}
