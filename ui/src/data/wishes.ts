/** What the person said about the window itself: whether the tour was seen, and what the desktop may be told of. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { backend, type Wishes } from "../backend";

export const wishesQuery = queryOptions({ queryKey: ["wishes"], queryFn: () => backend.wishes() });

export async function keepWishes(client: QueryClient, change: Partial<Wishes>): Promise<void> {
  const before = await client.ensureQueryData(wishesQuery);
  client.setQueryData(wishesQuery.queryKey, await backend.setWishes({ ...before, ...change }));
}
