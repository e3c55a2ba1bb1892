// {title}: called {when}. Between these hours no answer is sent.
// OpenClaw loads this file once, when its gateway starts. Restart the gateway after every change.
const from = 22;
const until = 7;

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    api.on(
      "{event}",
      async () => {
        const hour = new Date().getHours();
        const quiet = from <= until ? from <= hour && hour < until : from <= hour || hour < until;
        if (quiet) {
          return { cancel: true, cancelReason: `{title}: no answer is sent between ${from} and ${until} o'clock.` };
        }
      },
      { priority: 0 },
    );
  },
};
