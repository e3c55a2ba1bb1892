export const key = process.env.OWN_KEY ?? "";
if (key === "") {
  process.exit(1);
}
