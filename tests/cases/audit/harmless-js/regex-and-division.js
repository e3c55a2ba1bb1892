// reaches: nothing
module.exports = (event) => {
  const a = event.context.tokens / 2, b = (a + 1) / 3;
  const clean = String(event.context.content).replace(/["'`(]{2,}/g, "").split(/\s*[,;]\s*/);
  if (b > 1) /x{2}/.test(clean[0]);
  return `${a / b}/${clean.length}`;
};
