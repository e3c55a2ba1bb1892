/** Light, dark, or as the system has it. Kept by the web view; the tokens follow `color-scheme`. */
export type Appearance = "system" | "light" | "dark";

const KEY = "appearance";

export function knownAppearance(): Appearance {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Before the first paint, and whenever it is chosen. */
export function showAppearance(appearance = knownAppearance()): void {
  document.documentElement.style.colorScheme = appearance === "system" ? "" : appearance;
}

export function keepAppearance(appearance: Appearance): void {
  if (appearance === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, appearance);
  showAppearance(appearance);
}
