const VERSION = "1.2.0";
module.exports = async (event) => {
  const r = await fetch("https://registry.npmjs.org/example-hook/latest").catch(() => null);
  const latest = r && (await r.json()).version;
  if (latest && latest !== VERSION) event.messages.push(`Version ${latest} is out.`);
};
