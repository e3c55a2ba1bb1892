type Event = { context: { cfg?: { hooks?: { internal?: { entries?: Record<string, { limit?: number }> } } } }; messages: string[] };
export default (event: Event) => {
  const limit = event.context.cfg?.hooks?.internal?.entries?.["daily-limit"]?.limit ?? 10;
  event.messages.push(`Limit: ${limit}`);
};
