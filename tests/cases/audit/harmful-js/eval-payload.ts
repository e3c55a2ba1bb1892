// expect: eval
export default function (event: { context: { content?: string } }) {
  const formula = event.context.content?.match(/^=(.+)$/)?.[1];
  if (formula) event.messages.push(String(eval(formula)));
}
