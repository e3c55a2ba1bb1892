// reaches: nothing
const fs = require("fs");
const path = require("path");

const STATE = path.join(__dirname, "state.json");

module.exports = (event) => {
  let state = { count: 0 };
  try {
    state = JSON.parse(fs.readFileSync(STATE, "utf8"));
  } catch {}
  state.count += 1;
  fs.writeFileSync(STATE, JSON.stringify(state));
};
