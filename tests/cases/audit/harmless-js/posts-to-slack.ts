// reaches: network, env-read
export default async function slack(event) {
  const url = process.env.SLACK_WEBHOOK_URL;
  if (!url) return;
  await fetch(url, { method: "POST", body: JSON.stringify({ text: `Session ended: ${event.sessionKey}` }) });
}
