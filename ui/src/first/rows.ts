/** The rows of a list that was drawn without being measured: each goes to where the one before it ends. */
export function placeRows(root: HTMLElement): void {
  const list = root.querySelector<HTMLElement>("[role=grid]");
  const rows = list ? [...list.querySelectorAll<HTMLElement>("[data-key]")] : [];
  // Read first, then written: the page is laid out once.
  const heights = rows.map((row) => row.offsetHeight);
  let top = 0;
  rows.forEach((row, index) => {
    row.style.transform = `translateY(${top}px)`;
    top += heights[index] ?? 0;
  });
  // The rest of a long list is not in the page.
  if (list?.ariaRowCount === String(rows.length)) list.style.height = `${top}px`;
}
