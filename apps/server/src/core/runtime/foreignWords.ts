/**
 * Words of another system in a form that is safe to keep and show: a line of at most `most` characters,
 * without characters that control a terminal or turn the direction of the text beside them.
 */
export function presentWords(words: string, most: number): string {
  // The removed characters rarely fill four times the length; a longer text is not worth the time.
  return [
    ...words
      .slice(0, 4 * most)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/[\p{Bidi_Control}\ufeff]/gu, '')
      .trim(),
  ]
    .slice(0, most)
    .join('')
    .toWellFormed();
}
