import { copyString, SheetFault } from '../sheet.ts';
import type { Attributes, XmlEvents } from '../unpack/sheetXml.ts';
import { isOn } from './sheetStyles.ts';

/** In characters; longer than any field may be. The rest of a cell is dropped. */
export const cellMaxLength = 1_000;

// Limits of the memory used while a sheet is read; a list of 200,000 rows stays well below both.
const mostStrings = 2_000_000;
const mostCharacters = 64_000_000;

/** The shared strings of a workbook, which cells refer to by index. */
export function openSharedStrings() {
  const texts: string[] = [];
  /** Whether the text of a place is struck through; absent where the style of its cell decides. */
  const struck = new Map<number, boolean>();
  let characters = 0;
  const text = collectText();
  const events: XmlEvents = {
    open: text.open,
    text: text.add,
    close: (name) => {
      text.close(name);
      if (name !== 'si') return;
      const isStruck = text.isStruck();
      if (isStruck !== undefined) struck.set(texts.length, isStruck);
      const taken = text.take();
      characters += taken.length;
      if (texts.length === mostStrings || characters > mostCharacters) {
        throw new SheetFault('import.unpackedTooLarge', { params: { limit: mostCharacters / 1_000_000 } });
      }
      texts.push(taken);
    },
  };
  return { texts, struck, events };
}

type Run = 'inherits' | 'plain' | 'struck';

/** Builds a text from its runs (`t`), without the phonetic runs (`rPh`) of Japanese. */
export function collectText() {
  let collected = '';
  let isInside = false;
  let isAloud = false;
  /** A run with properties of its own does not inherit those of the cell. */
  let run: Run = 'inherits';
  let runs = new Set<Run>();
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === 't') isInside = !isAloud;
      else if (name === 'rPh') isAloud = true;
      else if (name === 'r') run = 'inherits';
      else if (name === 'rPr') run = 'plain';
      else if (name === 'strike' && isOn(attributes)) run = 'struck';
    },
    add: (text: string) => {
      if (!isInside || collected.length >= cellMaxLength) return;
      collected += text;
      if (text.trim() !== '') runs.add(run);
    },
    /** Whether each run of the text so far is struck through; undefined where the style of the cell decides. */
    isStruck: () => {
      if (runs.has('plain')) return false;
      return runs.has('inherits') || runs.size === 0 ? undefined : true;
    },
    close: (name: string) => {
      if (name === 't') isInside = false;
      else if (name === 'rPh') isAloud = false;
    },
    take: () => {
      const text = collected;
      collected = '';
      run = 'inherits';
      runs = new Set();
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
