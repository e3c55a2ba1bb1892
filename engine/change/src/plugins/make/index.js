// {title}: called {when}.
// OpenClaw loads this file once, when its gateway starts. Restart the gateway after every change.

export default {
  id: "{name}",
  name: "{title}",

  register(api) {
    const { note = "" } = api.pluginConfig ?? {};

    api.on(
      "{event}",
      {async}(event, context) => {
        // `event` is what happens, `context` is where: context.sessionKey, context.agentId.
        api.logger.info(`{name}: {event} ${context?.sessionKey ?? ""} ${note}`); // TODO: write what it does in place of this line.
        // {answer}
      },
      // Higher numbers run earlier.
      { priority: 0 },
    );
  },
};
