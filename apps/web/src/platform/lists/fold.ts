/** A text without accents and case, to search and sort by: `Élise` and `elise` are one (S5.30). */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
