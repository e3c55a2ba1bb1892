// reaches: nothing
enum Level {
  Info = "info",
  Warn = "warn",
}

interface Entry<T extends object = Record<string, unknown>> {
  level: Level;
  data: T;
}

const entries: Entry<{ key: string }>[] = [];

export default async function <E extends { sessionKey: string }>(event: E): Promise<number> {
  entries.push({ level: Level.Info, data: { key: event.sessionKey as string } });
  return entries.length / 2;
}
