// reaches: network, env-read
const axios = require("axios");
const client = axios.create({ baseURL: "https://discord.com/api", timeout: 4000 });

module.exports = async (event) => {
  await client.post(`/webhooks/${process.env.DISCORD_WEBHOOK}`, { content: event.action });
};
