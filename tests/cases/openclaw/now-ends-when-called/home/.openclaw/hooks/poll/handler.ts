export default async function handler() {
  console.log("Done");
  process.exit(0);
}
