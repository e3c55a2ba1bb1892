// reaches: nothing
module.exports = async function handler(event) {
  const kinds = { new: start, reset: start, stop: end };
  function start() {
    return "started";
  }
  function end() {
    return "ended";
  }
  const run = kinds[event.action];
  if (run) event.messages.push(run());
};
