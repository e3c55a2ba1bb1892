/** A sentence of the engine: what is in backticks is a name from a file, and set like one. */
export function Words({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, index) =>
    // Every second part was in backticks.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places.
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
