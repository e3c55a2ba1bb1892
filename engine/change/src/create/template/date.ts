type BootstrapFile = { name: string; path: string; content: string; missing: boolean };
type HookEvent = { context: { bootstrapFiles?: BootstrapFile[] } };

/** Runs {when} (`{event}`): one more text for the model, with the date of today in it. */
export default async function handler(event: HookEvent): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const content = `Today is ${today}.\n`;
  event.context.bootstrapFiles?.push({ name: "DATE.md", path: "DATE.md", content, missing: false });
}
