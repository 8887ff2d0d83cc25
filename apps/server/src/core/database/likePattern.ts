/** A LIKE pattern that matches `term` anywhere; wildcards in `term` are escaped. */
export function likePattern(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
