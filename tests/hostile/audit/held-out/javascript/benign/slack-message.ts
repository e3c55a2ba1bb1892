export default async function handler(event: { type: string; action: string }) {
  const url = process.env.SLACK_WEBHOOK_URL;
  if (!url) return;
  await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: `${event.type} ${event.action}` }) });
}
