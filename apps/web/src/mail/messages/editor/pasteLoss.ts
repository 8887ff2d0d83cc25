import type { Editor } from 'hugerte';

/** The parts of a pasted text that no mail has: pictures, and the borders of tables. */
export type PasteLoss = 'picture' | 'border';

/** Calls `onPaste` after each paste or drop into the text, with what it loses. */
export function watchPastes(editor: Editor, onPaste: (lost: readonly PasteLoss[]) => void): void {
  editor.on('paste', ({ clipboardData }) => onPaste(findLosses(clipboardData)));
  editor.on('drop', ({ dataTransfer }) => onPaste(findLosses(dataTransfer)));
}

const picture = /<(?:img|svg|picture|video|v:imagedata)\b/i;
/** A border that shows, as an attribute or in a style: neither 0 nor `none`. */
const border = /\bborder(?!-collapse|-spacing)[\w-]{0,40}\s?[:=]\s?["']?(?!0|none|medium)[\w.#]/i;

function findLosses(given: DataTransfer | null): PasteLoss[] {
  const html = given?.getData('text/html') ?? '';
  // Spreadsheets add a picture of the cells to their HTML.
  const isPicture = html === '' ? [...(given?.files ?? [])].some(isImage) : picture.test(html);
  const hasBorder = /<table\b/i.test(html) && border.test(html);
  return [...(isPicture ? ['picture' as const] : []), ...(hasBorder ? ['border' as const] : [])];
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}
