export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The rows of a page, and the page's number: the last page when the wanted page is beyond the end. */
export function cutPage<T>(rows: readonly T[], wanted: number, size: number): { page: number; rows: T[] } {
  const page = Math.min(wanted, countPages(rows.length, size));
  return { page, rows: rows.slice((page - 1) * size, page * size) };
}
