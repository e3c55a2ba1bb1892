export default async () => {};

setInterval(() => {}, 60_000);
await new Promise(() => {});
