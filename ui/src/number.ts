/** What a person types as a number, read in one way in every field. */

/** The engine has room for as much on both sides of 0. */
const MOST = 2 ** 31 - 1;

/** A number as the engine reads it, typed with a point or a comma; null where it is none. */
export function decimal(typed: string): string | null {
  const [, sign, before, after] = /^(-?)0*(\d+)(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (before === undefined) return null;
  return `${sign}${before}${after === undefined ? "" : `.${after}`}`;
}

/** A whole number; null where nothing is typed, undefined for what is none. The engine says which it takes. */
export function whole(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const number = Number(decimal(typed) ?? Number.NaN);
  return Number.isInteger(number) && Math.abs(number) <= MOST ? number : undefined;
}
