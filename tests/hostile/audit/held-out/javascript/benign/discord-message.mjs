import axios from "axios";
export default async (event) => {
  await axios.post(process.env.DISCORD_WEBHOOK, { content: `**${event.type}** at ${event.timestamp.toISOString()}` });
};
