import { copyString, SheetFault } from '../sheet.ts';
import type { XmlEvents } from '../unpack/sheetXml.ts';

/** In characters; longer than any field may be. The rest of a cell is dropped. */
export const cellMaxLength = 1_000;

// Limits of the memory used while a sheet is read; a list of 200,000 rows stays well below both.
const mostStrings = 2_000_000;
const mostCharacters = 64_000_000;

/** The shared strings of a workbook, which cells refer to by index. */
export function openSharedStrings(): { readonly texts: readonly string[]; readonly events: XmlEvents } {
  const texts: string[] = [];
  let characters = 0;
  const text = collectText();
  return {
    texts,
    events: {
      open: text.open,
      text: text.add,
      close: (name) => {
        text.close(name);
        if (name !== 'si') return;
        const taken = text.take();
        characters += taken.length;
        if (texts.length === mostStrings || characters > mostCharacters) {
          throw new SheetFault('import.unpackedTooLarge', { params: { limit: mostCharacters / 1_000_000 } });
        }
        texts.push(taken);
      },
    },
  };
}

/** Builds a text from its runs (`t`), without the phonetic runs (`rPh`) of Japanese. */
export function collectText() {
  let collected = '';
  let isInside = false;
  let isAloud = false;
  return {
    open: (name: string) => {
      if (name === 't') isInside = !isAloud;
      else if (name === 'rPh') isAloud = true;
    },
    add: (text: string) => {
      if (isInside && collected.length < cellMaxLength) collected += text;
    },
    close: (name: string) => {
      if (name === 't') isInside = false;
      else if (name === 'rPh') isAloud = false;
    },
    take: () => {
      const text = collected;
      collected = '';
      return cellText(text);
    },
  };
}

const escaped = /_x([0-9a-f]{4})_/gi;

/** The text of a cell, shortened, with `_x000D_` escapes decoded (ECMA-376 22.9.2.19). */
export function cellText(text: string): string {
  const short = text.length > cellMaxLength ? copyString(text.slice(0, cellMaxLength)) : text;
  if (!short.includes('_x')) return short;
  return short.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
