import { type ColumnMatch, columnLetters } from '@guichet/contract/imports/imports.columns';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { MachineOnSystemGrant, SystemGrant } from '../../core/http/grant.ts';
import type { KeyedLayout } from '../columns/sheetLayout.ts';
import { deleteOldestLayouts, selectLayouts, upsertLayout } from './layouts.queries.ts';

export type LayoutGrant = SystemGrant | MachineOnSystemGrant;

/** Layouts kept for each system; the least recently used layout is deleted. */
const mostLayouts = 200;

/** The layout of a list for its preview, with the remembered mapping. */
export async function tellColumns(db: ReadDb, grant: LayoutGrant, found: KeyedLayout | null) {
  const remembered = await findRememberedMatch(db, grant, found);
  return { layout: found?.layout ?? null, remembered };
}

/**
 * The mapping of this system's last import of a list with this layout, whichever of the first lines holds the
 * headings. Null if there is none, or if the list was read with this very mapping.
 */
async function findRememberedMatch(db: ReadDb, { systemId }: LayoutGrant, found: KeyedLayout | null) {
  if (!found) return null;
  // All lists of a width without headings share a key, so this key counts only without headings.
  const keys = found.keys.filter(({ line }) => line > 0 || found.layout.headingLine === 0);
  const known = await selectLayouts(
    db,
    systemId,
    keys.map(({ key }) => key),
  );
  const ofKey = new Map(known.map(({ layoutKey, columns }) => [layoutKey, columns as ColumnMatch]));
  const current = keys.find(({ line }) => line === found.layout.headingLine);
  const hit = current && ofKey.has(current.key) ? current : keys.find(({ key }) => ofKey.has(key));
  const columns = hit && ofKey.get(hit.key);
  if (!columns || isRead(found, hit.line, columns)) return null;
  return { headingLine: hit.line, columns };
}

/** Stores a manual mapping for the next list of this layout, in the import's transaction. */
export async function rememberMatch(
  tx: WriteTx,
  { systemId }: LayoutGrant,
  columns: ColumnMatch | undefined,
  { key }: KeyedLayout,
  now: Date,
): Promise<void> {
  if (!columns) return;
  await upsertLayout(tx, {
    system_id: systemId,
    layout_key: key,
    columns: JSON.stringify(columns),
    used_at: now,
  });
  await deleteOldestLayouts(tx, systemId, mostLayouts);
}

/** The fields with their column letters, for the audit line. */
export function nameColumns(columns: ColumnMatch): Record<string, string> {
  return Object.fromEntries(Object.entries(columns).map(([field, index]) => [field, columnLetters(index)]));
}

function isRead({ layout }: KeyedLayout, line: number, columns: ColumnMatch): boolean {
  if (layout.headingLine !== line) return false;
  const read = layout.columns.flatMap(({ index, field }) => (field ? [`${field} ${index}`] : []));
  const chosen = Object.entries(columns).map(([field, index]) => `${field} ${index}`);
  return read.toSorted().join() === chosen.toSorted().join();
}
