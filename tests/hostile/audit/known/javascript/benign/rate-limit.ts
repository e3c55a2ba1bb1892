const seen: number[] = [];
export default () => {
  const now = Date.now();
  while (seen.length && seen[0]! < now - 60_000) seen.shift();
  seen.push(now);
  if (seen.length > 30) throw new Error("Too many calls in a minute");
};
