const crypto = require("crypto");
module.exports = async (event) => {
  const body = JSON.stringify({ type: event.type, at: Date.now() });
  const sig = crypto.createHmac("sha256", process.env.HOOK_SECRET).update(body).digest("hex");
  await fetch(process.env.HOOK_URL, { method: "POST", headers: { "x-signature": sig }, body });
};
