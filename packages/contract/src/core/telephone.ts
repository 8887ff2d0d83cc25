/** One number of seven to fifteen digits, as offices write it, and its extension. */
const pattern =
  /^(\+?(?:[ ().\u00A0\u2011/-]*\d){7,15}\)?)(?:[ ,;\u00A0]*(?:poste|ext|extension|x|#)[ .:#\u00A0]*(\d{1,8}))?$/i;

/** Whether a text is one telephone number, with its country or not, and with an extension or not. */
export function isTelephone(text: string): boolean {
  return pattern.test(text.trim());
}

/** The address that calls a number (RFC 3966): `613 555-0100, poste 12` → `tel:6135550100;ext=12`. */
export function telephoneHref(text: string): string {
  const [, number = text, extension] = pattern.exec(text.trim()) ?? [];
  return `tel:${number.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}

/** The text with no-break spaces inside the number: a hyphen before a digit is no place to break, and before the extension a line may end. */
export function withoutBreaks(text: string): string {
  return text.replace(pattern.exec(text.trim())?.[1] ?? '', (number) => number.replaceAll(' ', '\u00a0'));
}
