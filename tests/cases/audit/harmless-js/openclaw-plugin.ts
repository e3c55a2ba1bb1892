// reaches: nothing
export default {
  id: "audit-trail",
  register(api) {
    api.registerHook({ event: "after-tool-call", priority: 10, handler: async ({ event, data }) => {
      api.logger.info(`${event}: ${JSON.stringify(data).length} bytes`);
    } });
  },
};
