import type { Language } from '@guichet/contract/core/language';
import { makeLocalMoments } from '../../i18n/formats.ts';

/** A cell of a file: a moment, a day `yyyy-mm-dd`, a number, or a text. */
export type FileCell = string | number | Date | { readonly day: string };
type Rows = readonly (readonly FileCell[])[];

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const sheetNames: Record<Language, string> = { fr: 'Liste', en: 'List' };
/** As a day stands in columns. */
const dayFormats: Record<Language, string> = { fr: 'dd/mm/yyyy', en: 'yyyy-mm-dd' };
/** The places of the formats in `cellXfs`. */
const styles = { heading: 1, text: 2, day: 3, moment: 4 };
const narrowest = 10;
const widest = 60;
const dayMilliseconds = 24 * 60 * 60 * 1000;
/** Day 0 of spreadsheets. */
const firstDay = Date.UTC(1899, 11, 30);

/**
 * A workbook for Excel (ECMA-376) with one sheet; the first row has the headings. Days and moments are dates, with which
 * a spreadsheet can calculate.
 */
export async function workbookFile(rows: Rows, language: Language): Promise<Blob> {
  // In this thread: the content policy lets no worker begin from a blob, as the libraries that write whole workbooks do.
  const { strToU8, zipSync } = await import('fflate');
  const files = Object.entries(partsOf(rows, language));
  const packed = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(xml + text)])), {
    level: 1,
  });
  return new Blob([packed], { type: `${types}.sheet` });
}

function partsOf(rows: Rows, language: Language): Record<string, string> {
  const relation = (kind: string, target: string, at = 1) =>
    `<Relationship Id="r${at}" Type="${relations}/${kind}" Target="${target}"/>`;
  const all = (inner: string) => `<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`;
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${kind}+xml"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('sheet', 'worksheet')}${part('styles', 'styles')}</Types>`,
    '_rels/.rels': all(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheetNames[language]}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': all(
      relation('worksheet', 'sheet.xml') + relation('styles', 'styles.xml', 2),
    ),
    'xl/styles.xml': stylesOf(dayFormats[language]),
    'xl/sheet.xml': sheetOf(rows),
  };
}

function stylesOf(dayFormat: string): string {
  const format = (id: number, code: string) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  // 49 is text.
  const all = [style(0), style(0, 1), style(49), style(164), style(165)];
  return (
    `<styleSheet xmlns="${main}"><numFmts count="2">${format(164, dayFormat)}${format(165, `${dayFormat} hh:mm`)}</numFmts>` +
    '<fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>' +
    '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${all.length}">${all.join('')}</cellXfs></styleSheet>`
  );
}

function sheetOf(rows: Rows): string {
  const [headings = []] = rows;
  const widths = headings.map(
    (_, at) => Math.max(...rows.slice(0, 1000).map((row) => lengthOf(row[at]))) + 2,
  );
  const columns = widths.map((width, at) => {
    const shown = Math.min(Math.max(width, narrowest), widest);
    return `<col min="${at + 1}" max="${at + 1}" width="${shown}" customWidth="1"/>`;
  });
  const toLocal = makeLocalMoments();
  const lines = rows.map((row, at) => {
    const style = at === 0 ? styles.heading : styles.text;
    return `<row>${row.map((cell) => cellOf(cell, style, toLocal)).join('')}</row>`;
  });
  return (
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`
  );
}

/** Text stands in text cells: a spreadsheet runs none of them as a formula, and keeps leading zeros. */
function cellOf(cell: FileCell, style: number, toLocal: (instant: Date) => string): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  // A cell has no zone: it shows the university's day and hour.
  const isMoment = cell instanceof Date;
  const at = isMoment ? toLocal(cell) : `${cell.day}T00:00`;
  const days = (Date.parse(`${at}Z`) - firstDay) / dayMilliseconds;
  return `<c s="${isMoment ? styles.moment : styles.day}"><v>${days}</v></c>`;
}

/** Characters that XML 1.0 does not allow go; what looks like an escaped one, `_x000D_`, stays as it is (ECMA-376 22.9.2.19). */
function escapeText(text: string): string {
  return text
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}

function lengthOf(cell: FileCell | undefined): number {
  return typeof cell === 'object' ? 'dd/mm/yyyy hh:mm'.length : String(cell ?? '').length;
}
