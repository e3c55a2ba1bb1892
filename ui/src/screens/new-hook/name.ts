/** What a person calls a hook, as the name of its folder: "Tidy up" becomes `tidy-up`. The engine has the last word. */
export function folderName(typed: string): string {
  return (
    typed
      // Letters with marks are taken apart, so that the letter stays: é is e and a mark.
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[\s_./]+/g, "-")
      .replace(/[^A-Za-z0-9-]/g, "")
      .replace(/-{2,}/g, "-")
      .replace(/^-+|-+$/g, "")
      .toLowerCase()
  );
}
