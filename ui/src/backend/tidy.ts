/**
 * Hook texts are written by strangers. Characters that reorder text can make one file name or address look
 * like another, so they are taken out of everything that is only shown. Ids and addresses stay as they are:
 * they go back to the engine, or are shown after encoding. So does a config that is edited as text (`raw`): its
 * editor shows such characters as what they are.
 */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const KEPT = new Set([
  "id",
  "ids",
  "job",
  "replaced_by_id",
  "undo",
  "installed",
  "url",
  "key",
  "names",
  "raw",
  "raw_theirs",
  "raw_merged",
]);

export function plain(text: string): string {
  return text.replace(REORDERING, "");
}

/** The same value without reordering characters; the very same object if there were none. */
export function tidy<T>(value: T): T {
  if (typeof value === "string") return plain(value) as T;
  if (Array.isArray(value)) {
    let copy: unknown[] | null = null;
    value.forEach((item, index) => {
      const clean = tidy(item);
      if (clean !== item) {
        copy ??= [...value];
        copy[index] = clean;
      }
    });
    return (copy ?? value) as T;
  }
  if (value !== null && typeof value === "object") {
    let copy: Record<string, unknown> | null = null;
    for (const [name, item] of Object.entries(value)) {
      if (KEPT.has(name)) continue;
      const clean = tidy(item);
      if (clean !== item) {
        copy = { ...(copy ?? value), [name]: clean };
      }
    }
    return (copy ?? value) as T;
  }
  return value;
}
