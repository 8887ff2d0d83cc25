export function countPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

/** The rows of a page, and its number: the last page when the requested one is beyond the end. */
export function pageOf<T>(rows: readonly T[], wanted: number, size: number): { page: number; rows: T[] } {
  const page = Math.min(wanted, countPages(rows.length, size));
  return { page, rows: rows.slice((page - 1) * size, page * size) };
}
