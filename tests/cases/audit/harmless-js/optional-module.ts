// reaches: nothing
export default async function (event) {
  const { summarize } = await import("./summary.js");
  event.messages.push(await summarize(event.context));
}
