const template = (name: string, n: number) => `
Dear ${name},
the agent has answered ${n} times today.
`;
export default (event: { messages: string[]; context: { user?: string; count?: number } }) => {
  event.messages.push(template(event.context.user ?? "you", event.context.count ?? 0));
};
