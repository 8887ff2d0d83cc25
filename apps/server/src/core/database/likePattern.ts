/** A LIKE pattern that matches `term` anywhere, its wildcards escaped. */
export function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
