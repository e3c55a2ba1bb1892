// reaches: nothing
const root = typeof globalThis === "object" ? globalThis : new Function("return this")();

module.exports = (event) => {
  root.__last = event.type;
};
