async function connect(): Promise<void> {
  throw new Error("no key");
}

void connect();
export default async () => {};
