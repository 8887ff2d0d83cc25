import { firstDays } from '../cells/sheetCell.ts';
import { openSharedStrings, openStyles } from '../cells/sheetStrings.ts';
import { isOpenDocument, openOpenDocument } from '../ods/sheetOds.ts';
import { type Sheet, SheetFault, type SheetLimits, sheetName } from '../sheet.ts';
import { parseXml, type XmlEvents } from '../unpack/sheetXml.ts';
import { type Budget, openZip, partName, unpack, unpackSheet, type Zip } from '../unpack/sheetZip.ts';
import { findMergedRanges } from './mergedRanges.ts';
import { readWorksheet } from './sheetWorksheet.ts';

interface Workbook {
  readonly zip: Zip;
  readonly budget: Budget;
}

interface Relation {
  readonly id: string;
  /** The last segment of the relation's type, such as `worksheet`. */
  readonly kind: string;
  readonly part: string;
}

interface SheetPart {
  readonly part: string;
  readonly name: string;
  readonly isHidden: boolean;
}

/**
 * The sheets of a workbook (.xlsx, .ods) in order. Parts are unpacked lazily, a sheet only as far as its rows
 * are read.
 * @throws SheetFault if it is not a workbook or cannot be read
 */
export function* openWorkbook(bytes: Uint8Array, limits: SheetLimits): Generator<Sheet> {
  const zip = openZip(bytes);
  if (isOpenDocument(zip)) return yield* openOpenDocument(zip, limits);
  const whole = limits.unpackedBytes;
  const workbook: Workbook = { zip, budget: { left: whole, whole } };
  const root =
    readRelations(workbook, '').find(({ kind }) => kind === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (root.endsWith('.bin')) throw new SheetFault('import.oldExcel');
  if (!root.endsWith('.xml')) throw new SheetFault('import.notASpreadsheet');
  const relations = readRelations(workbook, root);
  const { sheets, firstDay } = readSheetParts(workbook, root, relations);
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.part ?? '';
  const strings = openSharedStrings();
  readPart(workbook, partOf('sharedStrings'), strings.events);
  const styles = openStyles();
  readPart(workbook, partOf('styles'), styles.events);
  const sources = { strings, styleOf: styles.styleOf, firstDay };
  const searched: Budget = { left: whole, whole };
  for (const { part, ...sheet } of sheets) {
    const entry = workbook.zip.get(part);
    if (!entry) throw new SheetFault('import.damaged');
    const { chunks, ofSheet } = unpackSheet(entry, workbook.budget);
    const readRows = function* () {
      yield* readWorksheet(chunks, sources, findMergedRanges(entry, searched));
    };
    yield { ...sheet, rows: readRows(), ...ofSheet };
  }
}

function readPart({ zip, budget }: Workbook, part: string, events: XmlEvents): boolean {
  const entry = zip.get(part);
  if (!entry) return false;
  // The generator yields nothing, so a single step parses the whole part.
  parseXml(unpack(entry, budget), events, () => []).next();
  return true;
}

/** The relations of a part; `''` is the archive itself. */
function readRelations(workbook: Workbook, part: string): Relation[] {
  const cut = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, cut), part.slice(cut)];
  const relations: Relation[] = [];
  readPart(workbook, `${folder}_rels/${name}.rels`, {
    open: (tag, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (tag !== 'Relationship' || mode === 'External') return;
      relations.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), part: resolvePart(folder, target) });
    },
  });
  return relations;
}

function resolvePart(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return partName(path.join('/'));
}

/** The parts of the worksheets, and the day of the number 0; other kinds of sheets, such as charts, have no rows. */
function readSheetParts(workbook: Workbook, root: string, relations: readonly Relation[]) {
  const sheets: SheetPart[] = [];
  let firstDay: number = firstDays.since1900;
  const isThere = readPart(workbook, root, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr' && ['1', 'true'].includes(attributes.date1904 ?? ''))
        firstDay = firstDays.since1904;
      if (tag !== 'sheet') return;
      const key = Object.keys(attributes).find((name) => name === 'id' || name.endsWith(':id'));
      const relation = relations.find(({ id }) => key !== undefined && id === attributes[key]);
      if (relation?.kind !== 'worksheet') return;
      const { name = '', state = 'visible' } = attributes;
      sheets.push({ part: relation.part, name: sheetName(name), isHidden: state !== 'visible' });
    },
  });
  if (!isThere || sheets.length === 0) throw new SheetFault('import.notASpreadsheet');
  return { sheets, firstDay };
}
