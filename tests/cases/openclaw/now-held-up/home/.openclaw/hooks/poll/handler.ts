export default async function handler(event) {
  if (event.type !== "gateway" || event.action !== "startup") return;
  for (;;) {
    try {
      await look();
    } catch {}
    await new Promise((done) => setTimeout(done, 60_000));
  }
}

async function look() {}
