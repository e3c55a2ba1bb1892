export default async (event) => {
  const { run } = await import("./helper.mjs");
  await run(event);
};
