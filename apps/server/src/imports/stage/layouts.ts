import { type ColumnMatch, columnLetters, type ListedSheet } from '@guichet/contract/imports/imports.columns';
import type { MachineOnSystemGrant, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import type { KeyedLayout } from '../columns/sheetLayout.ts';
import { deleteOldestLayouts, selectLayouts, upsertLayout } from './stage.queries.ts';

/** An administrator of the system, or the operator of the command line. */
export type ImportGrant = SystemGrant | MachineOnSystemGrant;

/** Layouts kept for each system; the least recently used layout is deleted. */
const mostLayouts = 200;

/** The layout of a list for its preview, with the remembered mapping and sheets. */
export async function tellColumns(
  db: ReadDb,
  grant: ImportGrant,
  found: KeyedLayout | null,
  sheets: readonly ListedSheet[] = [],
) {
  const known = found && (await findKnown(db, grant, found));
  const remembered = known && !isRead(found, known.headingLine, known.columns) ? known : null;
  const isThere = (name: string) => sheets.some((sheet) => sheet.name === name);
  const last = known?.sheets?.filter(isThere) ?? [];
  const read = namesOfRead(sheets);
  return {
    layout: found?.layout ?? null,
    remembered: remembered && { headingLine: remembered.headingLine, columns: remembered.columns },
    ...(last.length > 0 && last.toSorted().join() !== read.toSorted().join() && { rememberedSheets: last }),
  };
}

export function namesOfRead(sheets: readonly ListedSheet[] = []): string[] {
  return sheets.filter((sheet) => sheet.isRead).map(({ name }) => name);
}

/** The choices of this system's last import of a list with this layout, whichever of the first lines holds the headings. */
async function findKnown(db: ReadDb, { systemId }: ImportGrant, found: KeyedLayout) {
  // All lists of a width without headings share a key, so this key counts only without headings.
  const keys = found.keys.filter(({ line }) => line > 0 || found.layout.headingLine === 0);
  const known = await selectLayouts(
    db,
    systemId,
    keys.map(({ key }) => key),
  );
  const ofKey = new Map(known.map((layout) => [layout.layoutKey, layout]));
  const current = keys.find(({ line }) => line === found.layout.headingLine);
  const hit = current && ofKey.has(current.key) ? current : keys.find(({ key }) => ofKey.has(key));
  const layout = hit && ofKey.get(hit.key);
  if (!layout) return null;
  const { columns, sheets } = layout as { columns: ColumnMatch; sheets: string[] | null };
  return { headingLine: hit.line, columns, sheets };
}

/** Stores the chosen mapping and sheets for the next list of this layout, in the import's transaction. */
export async function rememberChoices(
  tx: WriteTx,
  { systemId }: ImportGrant,
  { columns, sheets }: Pick<ReadingChoices, 'columns' | 'sheets'>,
  { key, layout }: KeyedLayout,
  now: Date,
): Promise<void> {
  if (!columns && !sheets) return;
  const read = layout.columns.flatMap(({ field, index }) => (field ? [[field, index]] : []));
  await upsertLayout(tx, {
    system_id: systemId,
    layout_key: key,
    columns: JSON.stringify(columns ?? Object.fromEntries(read)),
    sheets: sheets ? JSON.stringify(sheets) : null,
    used_at: now,
  });
  await deleteOldestLayouts(tx, systemId, mostLayouts);
}

export function nameColumns(columns: ColumnMatch): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, columnLetters(index)]));
}

function isRead({ layout }: KeyedLayout, line: number, columns: ColumnMatch): boolean {
  if (layout.headingLine !== line) return false;
  const read = layout.columns.flatMap(({ index, field }) => (field ? [`${field} ${index}`] : []));
  const chosen = Object.entries(columns).map(([field, index]) => `${field} ${index}`);
  return read.toSorted().join() === chosen.toSorted().join();
}
