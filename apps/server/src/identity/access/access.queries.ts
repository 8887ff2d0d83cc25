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

interface NamedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The super admins who can act, by name. */
const superAdmins = sql<NamedPerson[]>`(
  select coalesce(json_agg(json_build_object('firstName', first_name, 'lastName', last_name, 'email', email)
    order by sort_name, id), '[]')
  from users where id in (select user_id from user_roles where system_id is null)
    and deactivated_at is null and locked_at is null)`;

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

/**
 * A person's language and the systems of their right to extra time, and for staff the super admins; in one statement,
 * since home is read often.
 */
export async function selectOwnSettings(db: ReadDb, userId: number, asksOthers: boolean) {
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
      (asksOthers ? superAdmins : sql<NamedPerson[]>`'[]'::json`).as('superAdmins'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
