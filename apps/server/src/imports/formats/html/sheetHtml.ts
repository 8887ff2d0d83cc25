import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { Parser } from 'htmlparser2';
import { type MergedCell, openMergedCells } from '../cells/mergedCells.ts';
import { cellMaxLength, cellText } from '../cells/sheetStrings.ts';
import * as sheet from '../sheet.ts';
import { decodeText } from '../text/sheetEncoding.ts';

/** Nested tags: a real page has a few dozen; without a limit, each unclosed tag would cost more and more. */
const deepest = 200;
/** In characters; no tag, attribute or comment of a list is this long. */
const longestToken = 1024 * 1024;

/**
 * The rows of the tables of an HTML page, which some programs save as `.xls`. Nothing in the page is executed
 * or loaded.
 * @throws SheetFault `import.notASpreadsheet` if the page has no table
 */
export function openHtmlSheet(
  bytes: Uint8Array,
  fieldNamed: sheet.FieldNamed,
  chosen?: ListEncoding,
): sheet.Sheet {
  const { chunks, ofSheet } = decodeText(bytes, fieldNamed, { chosen, stated: charsetOf(bytes) });
  return { name: null, rows: readRows(chunks), cellsCanSlip: false, ...ofSheet };
}

function* readRows(chunks: Iterable<string>): Generator<sheet.SheetRow> {
  const table = openHtmlTable();
  let depth = 0;
  let sinceTag = 0;
  let hasRows = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        sinceTag = 0;
        depth += 1;
        if (depth > deepest) throw new sheet.SheetFault('import.damaged');
        table.open(name, attributes);
      },
      onclosetag: (name) => {
        sinceTag = 0;
        depth -= 1;
        table.close(name);
      },
      ontext: (piece) => table.text(piece),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  const give = function* () {
    for (const row of table.take()) {
      hasRows = true;
      if (!sheet.isBlank(row.cells)) yield row;
    }
  };
  for (const chunk of chunks) {
    sinceTag += chunk.length;
    if (sinceTag > longestToken) throw new sheet.SheetFault('import.damaged');
    parser.write(chunk);
    yield* give();
  }
  parser.end();
  yield* give();
  if (!hasRows) throw new sheet.SheetFault('import.notASpreadsheet');
}

/** The charset that the page declares in its first bytes, which are ASCII. */
function charsetOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  return /<meta[^<>]{0,200}charset\s*=\s*(?:["']\s*)?([\w:.-]{2,30})/i.exec(head)?.[1] ?? null;
}

type Attributes = Readonly<Record<string, string>>;

interface OpenRow {
  readonly isHidden: boolean;
  readonly cells: string[];
  readonly kinds: sheet.CellKinds;
  readonly begun: MergedCell[];
}

interface OpenCell {
  text: string;
  readonly kind: sheet.CellKind | undefined;
  readonly columns: number;
  readonly rows: number;
}

interface OpenTable {
  row: OpenRow | null;
  cell: OpenCell | null;
  /** For each column, how many rows, counting the current row, a row span from above covers. */
  fromAbove: number[];
  readonly fillMerged: ReturnType<typeof openMergedCells>;
}

const mostColumns = 500;
const mostSpanned = 1_000;
/** Twice the limit of a list; empty rows cost as much as other rows. */
const mostRows = 400_000;
const unread = new Set(['script', 'style', 'title', 'template', 'noscript', 'select', 'textarea']);
const breaks = new Set(['br', 'p', 'div', 'li']);
/** Attributes by which Excel marks cells that are not text in its web pages. */
const marks: Readonly<Record<string, sheet.CellKind>> = { 'x:num': 'number', 'x:bool': 'boolean' };

/**
 * Builds rows from the tags of a page. A table nested in a cell yields rows of its own and is no part of the
 * cell. A row's number is its index among all rows of the page, from 1, as spreadsheet programs count.
 */
function openHtmlTable() {
  const tables: OpenTable[] = [];
  let ready: sheet.SheetRow[] = [];
  let line = 0;
  let ignored = 0;

  const closeCell = (table: OpenTable) => {
    const { row, cell } = table;
    table.cell = null;
    if (!row || !cell) return;
    const column = freeColumn(row, table.fromAbove);
    if (column >= mostColumns) return;
    row.cells[column] = cellText(
      cell.text
        .split('\u2028')
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    );
    if (cell.kind) row.kinds[column] = cell.kind;
    if (cell.rows > 1) row.begun.push({ column, last: line + cell.rows });
    const end = Math.min(column + cell.columns, mostColumns);
    for (let at = column; at < end; at += 1) {
      row.cells[at] ??= '';
      if (cell.rows > 1) table.fromAbove[at] = cell.rows;
    }
  };
  const closeRow = (table: OpenTable) => {
    closeCell(table);
    const { row } = table;
    table.row = null;
    if (!row) return;
    line += 1;
    if (line > mostRows) throw new sheet.SheetFault('import.damaged', { line });
    if (table.fromAbove.length > 0) table.fromAbove = oneRowOn(table.fromAbove);
    const cells = Array.from(row.cells, (text) => text ?? '');
    table.fillMerged({ line, cells, kinds: row.kinds, struck: [] }, row.begun);
    ready.push({ line, cells, kinds: row.kinds, ...(row.isHidden && { isHidden: true }) });
  };

  return {
    open: (name: string, attributes: Attributes) => {
      if (unread.has(name)) ignored += 1;
      const table = tables.at(-1);
      if (name === 'table')
        tables.push({ row: null, cell: null, fromAbove: [], fillMerged: openMergedCells() });
      else if (!table) return;
      else if (name === 'tr') {
        closeRow(table);
        table.row = { isHidden: isHidden(attributes), cells: [], kinds: [], begun: [] };
      } else if (name === 'td' || name === 'th') {
        closeCell(table);
        table.row ??= { isHidden: false, cells: [], kinds: [], begun: [] };
        table.cell = openCell(attributes);
      } else if (breaks.has(name) && table.cell && table.cell.text.trim() !== '')
        // A line separator, distinct from the blanks around it.
        table.cell.text += '\u2028';
    },
    text: (piece: string) => {
      const cell = tables.at(-1)?.cell;
      if (!cell || ignored > 0 || cell.text.length >= cellMaxLength) return;
      const plain = piece.replaceAll(/[ \t\r\n\f]+/g, ' ');
      cell.text += cell.text.endsWith(' ') && plain.startsWith(' ') ? plain.slice(1) : plain;
    },
    close: (name: string) => {
      if (unread.has(name)) ignored -= 1;
      const table = tables.at(-1);
      if (!table) return;
      if (name === 'td' || name === 'th') closeCell(table);
      else if (name === 'tr') closeRow(table);
      else if (name === 'table') {
        closeRow(table);
        tables.pop();
      }
    },
    take: (): readonly sheet.SheetRow[] => {
      const rows = ready;
      ready = [];
      return rows;
    },
  };
}

/** The row spans that remain for the next row; empty if none remains. */
function oneRowOn(fromAbove: readonly number[]): number[] {
  const left = Array.from(fromAbove, (rows) => Math.max(0, (rows ?? 0) - 1));
  return left.some((rows) => rows > 0) ? left : [];
}

/** The next column that neither a cell of this row nor a row span takes. */
function freeColumn({ cells }: OpenRow, fromAbove: readonly number[]): number {
  let column = cells.length;
  while (column < mostColumns && (fromAbove[column] ?? 0) > 0) {
    cells[column] = '';
    column += 1;
  }
  return column;
}

function openCell(attributes: Attributes): OpenCell {
  const mark = Object.keys(marks).find((name) => name in attributes);
  return {
    text: '',
    kind: mark === undefined ? undefined : marks[mark],
    columns: spanOf(attributes.colspan, mostColumns),
    rows: spanOf(attributes.rowspan, mostSpanned),
  };
}

function spanOf(value: string | undefined, most: number): number {
  const span = Number(value ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, most) : 1;
}

function isHidden({ style = '', hidden }: Attributes): boolean {
  return hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i.test(style);
}
