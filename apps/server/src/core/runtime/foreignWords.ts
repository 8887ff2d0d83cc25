/**
 * Words of another system as they may be kept and shown: one line of at most `most` characters, without characters that
 * control a terminal or turn the direction of what stands beside them.
 */
export function presentWords(words: string, most: number): string {
  // What is taken out hardly ever fills four times the length; a longer text is not worth its time.
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
