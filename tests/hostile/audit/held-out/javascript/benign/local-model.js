module.exports = async (event) => {
  const r = await fetch("http://127.0.0.1:11434/api/generate", { method: "POST", body: JSON.stringify({ model: "llama3", prompt: event.context.text, stream: false }) });
  event.messages.push((await r.json()).response);
};
