// expect: eval
const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;

export default async (event) => {
  const script = event.context.script;
  await new AsyncFunction("event", script)(event);
};
