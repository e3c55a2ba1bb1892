// reaches: nothing
const schema = { exec: { type: "string" }, eval: { type: "boolean" }, env: { type: "object" } };

module.exports = (event) => Object.keys(schema).filter((key) => key in event.context).map((key) => schema[key].type);
