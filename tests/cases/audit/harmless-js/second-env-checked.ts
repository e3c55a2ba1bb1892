// reaches: nothing
const NEEDED = ["HOME", "PATH"];

export default (event) => {
  const missing = NEEDED.filter((name) => !(name in process.env));
  if (missing.length > 0) event.messages.push(`Not set: ${missing.join(", ")}`);
};
