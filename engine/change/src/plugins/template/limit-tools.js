// {title}: called {when}. No tool is run any more after so many uses in one hour, counted from the start of the gateway.
// OpenClaw loads this file once, when its gateway starts. Restart the gateway after every change.
const most = 60;

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    let uses = [];

    api.on(
      "{event}",
      async () => {
        const now = Date.now();
        uses = uses.filter((at) => now - at < 3_600_000);
        if (uses.length >= most) {
          return { block: true, blockReason: `{title} lets ${most} tools run in one hour, and this is one more.` };
        }
        uses.push(now);
      },
      { priority: 0 },
    );
  },
};
