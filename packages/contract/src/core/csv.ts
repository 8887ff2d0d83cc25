import type { Language } from './language.ts';

// Excel's separator depends on the computer's language, and it detects UTF-8 only by a byte order mark.
const separators: Record<Language, string> = { fr: ';', en: ',' };
const byteOrderMark = '\uFEFF';

/** The rows as the text of a CSV file for Excel in this language; the first row holds the headings. */
export function csvText(rows: readonly (readonly string[])[], language: Language): string {
  const separator = separators[language];
  const lines = rows.map((row) => `${row.map(csvCell).join(separator)}\r\n`);
  return byteOrderMark + lines.join('');
}

/** Quotes a cell if needed. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";,\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
