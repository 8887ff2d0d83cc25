import type { Language } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import { personTextNames } from '@guichet/contract/core/personTexts';
import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { selectTexts } from '../personTexts.ts';
import { linkDueSince } from '../rights/givenPassword.queries.ts';
import type { HeldRole, TenantScope } from '../rights/userRights.ts';

export function selectPerson(db: ReadDb, userId: number, now: Date) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'language',
      (row) =>
        row
          .selectFrom('account_tokens as t')
          .select('t.new_email')
          .whereRef('t.user_id', '=', 'users.id')
          .where('t.new_email', 'is not', null)
          .where('t.used_at', 'is', null)
          .where('t.expires_at', '>', now)
          .limit(1)
          .as('newEmail'),
      ...selectTexts('users', personTextNames),
      'wants_newsletter as newsLetter',
      'deactivated_at as deactivatedAt',
      'locked_at as lockedAt',
      'locked_by_name as lockedByName',
      'created_at as createdAt',
      'last_visit_at as lastVisitDate',
      'email_confirmed_at as emailConfirmedAt',
      'must_choose_password_since as mustChoosePasswordSince',
      hasSecondFactor('users').as('hasSecondFactor'),
      sql<boolean>`${sql.raw(linkDueSince('users'))} is not null`.as('linkDue'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Whether a second factor of `u` is set up. */
export function hasSecondFactor(u: string) {
  const id = sql.ref(`${u}.id`);
  return sql<boolean>`(exists (select from passkeys p where p.user_id = ${id})
    or exists (select from totp_secrets t where t.user_id = ${id} and t.confirmed_at is not null))`;
}

/** The systems in which this person is the only administrator with an active account. */
export async function selectSoleAdminSystems(db: ReadDb, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_roles as r')
    .select('r.system_id as systemId')
    .where((eb) => eb.and({ 'r.user_id': userId, 'r.role': 'admin' }))
    .where(
      sql<boolean>`not exists (
        select from user_roles o join users u on u.id = o.user_id
        where o.system_id = r.system_id and o.role = 'admin' and o.user_id <> r.user_id
          and u.deactivated_at is null and u.locked_at is null)`,
    )
    .orderBy('r.system_id')
    .execute();
  return rows.flatMap(({ systemId }) => systemId ?? []);
}

/** The roles that groups of a linked account have brought, each with the groups of the provider's present table for this role. */
export async function selectGroupRoles(db: ReadDb, userId: number, language: Language) {
  const { rows } = await sql<
    HeldRole & { readonly provider: string; readonly groups: string[] }
  >`select r.role, r.system_id as "systemId", coalesce(${sql.ref(`p.label_${language}`)}, i.issuer) as provider,
      (select coalesce(json_agg(g ->> 'group'), '[]') from jsonb_array_elements(p.group_roles) g
       where g ->> 'role' = r.role || ':' || r.system_id) as groups
    from user_roles r join linked_identities i on i.user_id = r.user_id and r.came_by ? i.id::text
    left join identity_providers p on p.issuer = i.issuer
    where r.user_id = ${userId}::bigint order by r.system_id, r.role, i.issuer`.execute(db);
  return rows;
}

/** A text of an exam in this language, or else in the other one. */
function inLanguage(language: Language, text: 'place' | 'instructions') {
  const column = (of: Language) => sql.ref(`c.${text}_${of}`);
  return sql<string>`coalesce(nullif(${column(language)}, ''), ${column(language === 'fr' ? 'en' : 'fr')})`;
}

/** A person's exams in these systems, the latest exam first. */
export function selectPlaces(db: ReadDb, userId: number, tenantScope: TenantScope, language: Language) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('exams as c', (join) =>
      join.onRef('c.id', '=', 'e.exam_id').onRef('c.system_id', '=', 'e.system_id'),
    )
    .select([
      'e.system_id as systemId',
      'e.learning_platform_id as key',
      'c.id as examId',
      'c.title',
      'c.title_en as titleEn',
      'c.exam_date as date',
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
      'c.start_time as startTime',
      'c.end_time as endTime',
      'c.end_date as endDate',
      inLanguage(language, 'place').as('place'),
      inLanguage(language, 'instructions').as('instructions'),
      sql<boolean>`exists (select from extra_times x where x.exam_id = e.exam_id and x.user_id = e.user_id)`.as(
        'hasExtraTime',
      ),
      sql<boolean>`e.attested_at is not null`.as('isAttested'),
      sql<ListValues | null>`e.list_values`.as('listValues'),
    ])
    .where('e.user_id', '=', userId)
    .$if(tenantScope !== 'all', (query) =>
      query.where(sql<boolean>`e.system_id = any(${tenantScope as readonly number[]}::integer[])`),
    )
    .orderBy('c.exam_date', 'desc')
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}
