/** The pattern for `like` that finds `term` anywhere, taken literally. */
export function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
