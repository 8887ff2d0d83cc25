/** The numbers of at most `maxLinks` neighbouring pages around `page`; the first page is 1. */
export function pageWindow(page: number, pageCount: number, maxLinks: number): number[] {
  const length = Math.min(pageCount, maxLinks);
  const wanted = page - Math.floor(length / 2);
  const first = Math.max(1, Math.min(wanted, pageCount - length + 1));
  return Array.from({ length }, (_, offset) => first + offset);
}
