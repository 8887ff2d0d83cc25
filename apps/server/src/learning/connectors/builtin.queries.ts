import type { ReadDb } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';

/** A system with its names, as the built-in platform shows it. */
export async function selectOrganisation(db: ReadDb, by: { id: number } | { slug: string }) {
  const found = await db
    .selectFrom('systems as s')
    .leftJoin('content_items as fr', (join) =>
      join.onRef('fr.system_id', '=', 's.id').on('fr.label', '=', 'Title').on('fr.language', '=', 'fr'),
    )
    .leftJoin('content_items as en', (join) =>
      join.onRef('en.system_id', '=', 's.id').on('en.label', '=', 'Title').on('en.language', '=', 'en'),
    )
    .select(['s.id', 's.slug', 's.name', 's.landing', 'fr.content as fr', 'en.content as en'])
    .where((row) => ('id' in by ? row('s.id', '=', by.id) : row('s.slug', '=', by.slug)))
    .executeTakeFirst();
  if (!found) return null;
  const { name, fr, en, ...organisation } = found;
  return { ...organisation, title: { fr: fr || name, en: en || name } };
}

export const deleteEntriesBefore = deleteOverdue({ table: 'builtin_entries', key: 'id', at: 'expires_at' });
export const deleteVisitsBefore = deleteOverdue({
  table: 'builtin_sessions',
  key: 'token_hash',
  at: 'expires_at',
});
