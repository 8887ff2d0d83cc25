import { fold } from '@guichet/contract/core/fold';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { type Reading, readEmail, readStudentNumber } from '../columns/fields/candidateFields.ts';
import { columnsByHeadings } from '../columns/sheetColumns.ts';
import { readHead, rowsBelow, type SheetHead, searchedRows } from '../columns/sheetHead.ts';
import { bareHeading, fieldNamed } from '../columns/sheetHeadings.ts';
import { openSheets } from '../formats/openSheets.ts';
import { isBlank, quote, type Sheet, SheetFault, type SheetLimits, type SheetRow } from '../formats/sheet.ts';
import { isRule, isTotal } from '../formats/skippedLines.ts';

export interface ReadResult {
  readonly line: number;
  readonly name: string;
  readonly key: string;
  readonly email: string | null;
  readonly studentNumber: string | null;
  readonly text: string;
  /** `blank`: no result; `unclear`: neither yes nor no. */
  readonly result: boolean | 'blank' | 'unclear';
}

export interface ReadResults {
  readonly kind: 'end';
  /** The first problem ends the reading: a list with a problem has no rows. */
  readonly problems: readonly Problem[];
  readonly rows: readonly ReadResult[];
  readonly hiddenRows: number;
}

/** Headings of the column with the results, folded, without blanks and punctuation. */
export const resultHeadings: ReadonlySet<string> = new Set(
  `attestation attestations reussite reussie reussi resultat resultats presence presences present presente
   participation aparticipe succes attended attendance passed pass result results outcome completed success
   attestationgranted statut status mention`.split(/\s+/),
);

const yes = new Set(
  `oui o yes y vrai true 1 x ✓ ✔ ☑ present presente attended passed pass reussi reussie reussite succes success
   completed complete accordee granted`.split(/\s+/),
);
const no = new Set(
  `non n no faux false 0 absent absente echec echoue echouee failed fail notattended notpassed noshow refusee
   refused abandon`.split(/\s+/),
);

/** Reads the results of a list. A fault of the file becomes a problem; only a bug throws. */
export function readResults(bytes: Uint8Array, fileName: string, limits: SheetLimits): ReadResults {
  try {
    const open = () => openSheets(bytes, fileName, limits, fieldNamed);
    return readSheets(open, limits);
  } catch (fault) {
    if (!(fault instanceof SheetFault)) throw fault;
    return { kind: 'end', problems: [fault.problem], rows: [], hiddenRows: 0 };
  }
}

/** Reads the first sheet with columns of results and of people; a hidden one only if none is visible. */
function readSheets(open: () => Iterable<Sheet>, limits: SheetLimits): ReadResults {
  const isAnyVisible = [...open()].some(({ isHidden }) => !isHidden);
  let fault: SheetFault | null = null;
  for (const sheet of open()) {
    if (sheet.isHidden && isAnyVisible) continue;
    const head = readHead(sheet);
    const columns = findColumns(head);
    if (!(columns instanceof SheetFault)) return readRows(head, columns, limits);
    if (head.rows.length > 0) fault ??= columns;
    else if (head.fault) throw head.fault;
  }
  throw fault ?? new SheetFault('import.emptyFile');
}

function findColumns({ rows }: SheetHead) {
  const heading = rows.slice(0, searchedRows).find(({ cells }) => cells.some(isResultHeading));
  if (!heading) return new SheetFault('import.noResultColumn');
  const { at } = columnsByHeadings(heading);
  if (at.email === null && at.studentNumber === null)
    return new SheetFault('import.noPersonColumn', { line: heading.line });
  const [result = 0, second] = heading.cells.flatMap((cell, index) => (isResultHeading(cell) ? [index] : []));
  if (second !== undefined) {
    const text = quote(heading.cells[second] ?? '');
    const params = { first: quote(heading.cells[result] ?? ''), second: text };
    return new SheetFault('import.resultColumnTwice', { line: heading.line, text, params });
  }
  return { line: heading.line, at, result };
}

type FoundColumns = Exclude<ReturnType<typeof findColumns>, SheetFault>;

/** « Présence / Attended » is such a heading too. */
function isResultHeading(cell: string): boolean {
  return cell.split(/[/|(]/).some((part) => resultHeadings.has(bareHeading(part)));
}

function readRows(head: SheetHead, { line, at, result }: FoundColumns, limits: SheetLimits): ReadResults {
  const rows: ReadResult[] = [];
  let hiddenRows = 0;
  for (const row of rowsBelow(head, line)) {
    if (isBlank(row.cells) || isRule(row.cells) || isTotal(row.cells)) continue;
    if (row.isHidden) {
      hiddenRows += 1;
      continue;
    }
    if (rows.length === limits.rows)
      throw new SheetFault('import.tooManyRows', { line: row.line, params: { limit: limits.rows } });
    const cell = (index: number | null) => (index === null ? '' : (row.cells[index] ?? '').trim());
    const name = [cell(at.firstName), cell(at.lastName)].filter(Boolean).join(' ') || cell(at.fullName);
    rows.push({
      line: row.line,
      name: quote(name),
      key: quote(cell(at.email) || cell(at.studentNumber)),
      email: readable(readEmail(cell(at.email))),
      studentNumber: readable(
        readStudentNumber(cell(at.studentNumber), kindAt(head.sheet, row, at.studentNumber)),
      ),
      text: quote(cell(result)),
      result: resultOf(cell(result)),
    });
  }
  if (rows.length === 0)
    throw hiddenRows > 0
      ? new SheetFault('import.allHidden', { line, params: { count: hiddenRows } })
      : new SheetFault('import.noRows', { line });
  return { kind: 'end', problems: [], rows, hiddenRows };
}

/** The value of a cell; null for an unreadable cell, which then does not help to find the person. */
function readable<T>(reading: Reading<T>): T | null {
  return reading.fault === undefined ? reading.value : null;
}

function kindAt(sheet: Sheet, { kinds }: SheetRow, index: number | null) {
  return (index === null ? undefined : kinds?.[index]) ?? sheet.kind;
}

function resultOf(text: string): ReadResult['result'] {
  if (text === '') return 'blank';
  const word = fold(text).replaceAll(/[\s.'’!]/g, '');
  if (yes.has(word)) return true;
  return no.has(word) ? false : 'unclear';
}
