import { createClient } from "redis";
const client = createClient({ url: process.env.REDIS_URL });
export default async (event: { type: string }) => {
  if (!client.isOpen) await client.connect();
  await client.publish("agent", event.type);
};
