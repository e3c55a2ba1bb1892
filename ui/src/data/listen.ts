/**
 * Listens to the engine until what it answers is called, also to what was only subscribed to after that.
 * `failed` says what will not show where the engine cannot be listened to.
 */
export function listen(failed: string, ...subscribed: Promise<() => void>[]): () => void {
  let over = false;
  const stops: (() => void)[] = [];
  for (const subscription of subscribed) {
    subscription
      .then((stop) => (over ? stop() : stops.push(stop)))
      .catch((error) => console.error(failed, error));
  }
  return () => {
    over = true;
    for (const stop of stops) stop();
  };
}
