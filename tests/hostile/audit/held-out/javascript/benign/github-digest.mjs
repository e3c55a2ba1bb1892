export default async (event) => {
  const res = await fetch("https://api.github.com/notifications", { headers: { authorization: `Bearer ${process.env.GITHUB_TOKEN}` } });
  const list = await res.json();
  event.messages.push(...list.slice(0, 5).map((n) => n.subject.title));
};
