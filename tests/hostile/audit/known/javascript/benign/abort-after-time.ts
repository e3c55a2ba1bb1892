export default async (event: { messages: string[] }) => {
  const stop = AbortSignal.timeout(2000);
  const r = await fetch("https://status.example.com/api", { signal: stop }).catch(() => undefined);
  if (r && !r.ok) event.messages.push("The service has trouble.");
};
