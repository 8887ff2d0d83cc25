import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';

/** All systems, or the given ones, each with its titles and the size of its banner. */
export async function selectSystemLinks(db: ReadDb, systemIds: readonly number[] | 'all') {
  const systemLinks = await db
    .selectFrom('systems as s')
    .leftJoin('content_items as fr', (join) =>
      join.onRef('fr.system_id', '=', 's.id').on('fr.label', '=', 'Title').on('fr.language', '=', 'fr'),
    )
    .leftJoin('content_items as en', (join) =>
      join.onRef('en.system_id', '=', 's.id').on('en.label', '=', 'Title').on('en.language', '=', 'en'),
    )
    .leftJoin('banners as b', 'b.system_id', 's.id')
    .select([
      's.id as systemId',
      's.slug',
      's.name',
      's.landing',
      sql<boolean>`s.archived_at is not null`.as('isArchived'),
      'fr.content as titleFr',
      'en.content as titleEn',
      'b.version',
      'b.width',
      'b.height',
      'b.alt_fr as altFr',
      'b.alt_en as altEn',
    ])
    .$if(systemIds !== 'all', (query) =>
      query.where('s.id', 'in', systemIds.length > 0 ? (systemIds as number[]) : [0]),
    )
    .orderBy('s.id')
    .execute();
  return systemLinks.map(({ titleFr, titleEn, version, width, height, altFr, altEn, ...systemLink }) => ({
    ...systemLink,
    title: { fr: titleFr ?? '', en: titleEn ?? '' },
    banner:
      version && width && height
        ? { version, width, height, alt: { fr: altFr ?? '', en: altEn ?? '' } }
        : null,
  }));
}

/** The super admins who can act, by name. */
export function selectSuperAdmins(db: ReadDb) {
  return db
    .selectFrom('users as u')
    .select(['u.first_name as firstName', 'u.last_name as lastName', 'u.email'])
    .where(sql<boolean>`u.id in (select user_id from user_roles where role = 'superAdmin')`)
    .where('u.deactivated_at', 'is', null)
    .where('u.locked_at', 'is', null)
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}

/** The systems in which a person was given the right to extra time. */
export async function selectExtraTimeSystems(db: ReadDb, userId: number): Promise<number[]> {
  const rights = await db
    .selectFrom('user_rights')
    .select('system_id as systemId')
    .where('user_id', '=', userId)
    .where('name', '=', 'extraTime')
    .orderBy('system_id')
    .execute();
  return rights.map(({ systemId }) => systemId);
}

/** A person's language and the systems of their right to extra time; in one statement, since home is read often. */
export async function selectOwnSettings(db: ReadDb, userId: number) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'language',
      eb
        .selectFrom('user_rights')
        .select(sql<number[]>`coalesce(array_agg(system_id), '{}')`.as('systemIds'))
        .where('user_id', '=', userId)
        .where('name', '=', 'extraTime')
        .$asScalar()
        .$notNull()
        .as('extraTimeSystems'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
