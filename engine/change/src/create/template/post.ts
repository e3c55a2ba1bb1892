/** Where it is sent. Fill it in. */
const ADDRESS = "";

type HookEvent = { type: string; action: string; sessionKey: string; timestamp: Date };

/** Runs {when} (`{event}`): what happened is sent there as JSON, and nothing of what was said. */
export default async function handler(event: HookEvent): Promise<void> {
  if (ADDRESS === "") throw new Error("The address is not filled in yet.");
  const { type, action, sessionKey, timestamp } = event;
  const answer = await fetch(ADDRESS, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type, action, sessionKey, timestamp }),
  });
  if (!answer.ok) throw new Error(`${ADDRESS} answered ${answer.status}.`);
}
