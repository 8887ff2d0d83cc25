import type { ReadDb } from '../../core/database/database.ts';

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
