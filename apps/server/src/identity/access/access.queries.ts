import type { Language } from '@guichet/contract/core/language';
import { among, ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, Schema } from '../../core/database/database.ts';

interface LinkRow {
  readonly systemId: number;
  readonly slug: string;
  readonly name: string;
  readonly landing: Schema['systems']['landing'];
  readonly isArchived: boolean;
  readonly titleFr: string | null;
  readonly titleEn: string | null;
  readonly version: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly altFr: string | null;
  readonly altEn: string | null;
}

const links = (where: string) =>
  prepare<LinkRow>(`
    select s.id as "systemId", s.slug, s.name, s.landing, s.archived_at is not null as "isArchived",
           fr.content as "titleFr", en.content as "titleEn", b.version, b.width, b.height, b.alt_fr as "altFr", b.alt_en as "altEn"
    from systems s
         left join content_items fr on fr.system_id = s.id and fr.label = 'Title' and fr.language = 'fr'
         left join content_items en on en.system_id = s.id and en.label = 'Title' and en.language = 'en'
         left join banners b on b.system_id = s.id
    ${where} order by s.id`);

const allLinks = links('');
const someLinks = links('where s.id = any($1::integer[])');

/** All systems, or the given ones, each with its titles and the size of its banner. */
export async function selectSystemLinks(db: ReadDb, systemIds: readonly number[] | 'all') {
  const rows = await (systemIds === 'all' ? ask(db, allLinks, []) : ask(db, someLinks, [systemIds]));
  return rows.map(({ titleFr, titleEn, version, width, height, altFr, altEn, ...systemLink }) => ({
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

export async function selectExtraTimeSystems(db: ReadDb, userId: number): Promise<number[]> {
  const rights = await db
    .selectFrom('user_rights')
    .select('system_id as systemId')
    .where((eb) => eb.and({ user_id: userId, name: 'extraTime' }))
    .orderBy('system_id')
    .execute();
  return rights.map(({ systemId }) => systemId);
}

export interface OwnSettings {
  readonly userId: number;
  readonly language: Language;
  readonly extraTimeSystems: readonly number[];
  /** The super admins who can act, by name. */
  readonly superAdmins: readonly NamedPerson[];
}

const settingsWith = (superAdmins: string) =>
  prepare<OwnSettings>(`
    select id as "userId", language, array(
             select system_id from user_rights where user_id = u.id and name = 'extraTime') as "extraTimeSystems",
           ${superAdmins} as "superAdmins"
    from users u where id = ${among('$1::bigint[]')}`);

const settingsOfOthers = settingsWith(`'[]'::json`);
const settingsOfStaff = settingsWith(`(
  select coalesce(json_agg(json_build_object('firstName', first_name, 'lastName', last_name, 'email', email)
    order by sort_name, id), '[]')
  from users where id in (select user_id from user_roles where system_id is null)
    and deactivated_at is null and locked_at is null)`);

/**
 * The languages of these people and the systems of their rights to extra time, and for staff the super admins; in one
 * statement, since home is read often.
 */
export function selectOwnSettings(db: ReadDb, userIds: readonly number[], asksOthers: boolean) {
  return ask(db, asksOthers ? settingsOfStaff : settingsOfOthers, [userIds]);
}
