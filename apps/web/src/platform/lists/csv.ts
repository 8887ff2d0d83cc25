import type { Language } from '@guichet/contract/core/language';

// Excel takes the separator from the computer's language and sees UTF-8 only where a mark says so.
const separators: Record<Language, string> = { fr: ';', en: ',' };
const byteOrderMark = '\uFEFF';

/** Rows as a CSV file that Excel opens as it should in this language; the first row is the headings. */
export function csvFile(rows: readonly (readonly string[])[], language: Language): Blob {
  const separator = separators[language];
  const lines = rows.map((row) => row.map(csvCell).join(separator));
  return new Blob([byteOrderMark, lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}

/** A cell in quotes where it needs them. What a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";,\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
