// Waiting for a loader, or for what it calls, in the process of the agent itself.

/** What takes longer than so many milliseconds does not come back: nothing in these homes works that long. */
const NEVER = 10_000;

/** Waits for this no longer than that. */
export const waited = (work, what) =>
  Promise.race([work, new Promise((_, reject) => setTimeout(() => reject(new Error(`${what} did not come back`)), NEVER))]);
