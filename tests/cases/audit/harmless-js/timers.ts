// reaches: nothing
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

export default async function (event) {
  await wait(50);
  setInterval(() => event.messages.push("tick"), 1000).unref();
}
