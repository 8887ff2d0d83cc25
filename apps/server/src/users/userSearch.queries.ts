import type { SortField } from '@guichet/contract/users.search';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';
import { fold, likePattern } from '../platform/fold.ts';
import type { HeldRole, Reach } from './userRights.ts';

export interface Criteria {
  readonly workshopId?: number;
  /** Folded words, all of which must occur. */
  readonly words: readonly string[];
  readonly isActive?: boolean;
  readonly wantsNewsletter?: boolean;
  readonly language?: 'fr' | 'en';
  readonly role?: HeldRole;
  readonly profession?: string;
}

export interface Page {
  readonly sortField: SortField;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

type Users = SelectQueryBuilder<Schema & { u: Schema['users'] }, 'u', object>;

/** The people whom `reach` sees and all criteria match. */
function matching(db: ReadDb, reach: Reach, criteria: readonly Criteria[]): Users {
  let query = db.selectFrom('users as u').where(isSeenFrom(reach)) as unknown as Users;
  for (const one of criteria) query = query.where((row) => row.and(conditionsOf(reach, one)));
  return query;
}

function isSeenFrom(reach: Reach): Expression<SqlBool> {
  if (reach === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`u.id in (select user_id from user_roles where system_id = any(${reach}::integer[]))`;
}

function conditionsOf(reach: Reach, of: Criteria): Expression<SqlBool>[] {
  const conditions = of.words.map((word) => sql<SqlBool>`u.search_text like ${likePattern(word)}`);
  if (of.isActive !== undefined) conditions.push(sql`(u.deactivated_at is null) = ${of.isActive}::boolean`);
  if (of.wantsNewsletter !== undefined)
    conditions.push(sql`u.wants_newsletter = ${of.wantsNewsletter}::boolean`);
  if (of.language) conditions.push(sql`u.language = ${of.language}`);
  if (of.profession) conditions.push(sql`u.profession_key = ${fold(of.profession)}`);
  if (of.role)
    conditions.push(
      sql`u.id in (select user_id from user_roles
                   where role = ${of.role.role} and system_id is not distinct from ${of.role.systemId}::integer)`,
    );
  if (of.workshopId !== undefined)
    conditions.push(
      sql`u.id in (select e.user_id from enrolments e
                   where e.cohort_id = ${of.workshopId}::bigint and ${isOfSystems(reach)})`,
    );
  return conditions;
}

function isOfSystems(reach: Reach): Expression<SqlBool> {
  return reach === 'all' ? sql`true` : sql`e.system_id = any(${reach}::integer[])`;
}

export async function countMatches(db: ReadDb, reach: Reach, criteria: readonly Criteria[]): Promise<number> {
  const { n } = await matching(db, reach, criteria)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** One page of the matches; `administered` are the systems whose people the reader may manage. */
export function selectPage(
  db: ReadDb,
  reach: Reach,
  criteria: readonly Criteria[],
  administered: Reach,
  page: Page,
) {
  return matching(db, reach, criteria)
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.deactivated_at as deactivatedAt',
      'u.created_at as createdAt',
      'u.last_visit_at as lastVisitDate',
      'u.profession',
      isWithin(administered).as('isWithin'),
    ])
    .orderBy(sortKey(reach, page.sortField), (order) =>
      page.descending ? order.desc().nullsLast() : order.asc().nullsFirst(),
    )
    .orderBy('u.full_name_key')
    .orderBy('u.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** `mayManage` of userRights.ts for many people at once. */
function isWithin(administered: Reach) {
  if (administered === 'all') return sql<boolean>`true`;
  return sql<boolean>`not exists (select from user_roles r where r.user_id = u.id
    and (r.system_id is null or r.system_id <> all(${administered}::integer[])))`;
}

function sortKey(reach: Reach, field: SortField): Expression<unknown> {
  switch (field) {
    case 'fullName':
    case 'name':
      return sql`u.full_name_key`;
    case 'isActive':
      return sql`(u.deactivated_at is null)`;
    case 'subscriptionDate':
      return sql`u.created_at`;
    case 'lastVisitDate':
      return sql`u.last_visit_at`;
    case 'profession':
      return sql`u.profession_key`;
    case 'attestation':
      return sql`(select count(e.attested_at) from enrolments e where e.user_id = u.id and ${isOfSystems(reach)})`;
    case 'numberOfWorkshops':
      return sql`(select count(*) from enrolments e where e.user_id = u.id and ${isOfSystems(reach)})`;
  }
}

/** Above so many people it is cheaper to count everybody's places. */
const manyPeople = 1000;

/** In how many cohorts people are, and in how many attested; who is in none is missing. */
export function countPlaces(db: ReadDb, reach: Reach, userIds: readonly number[]) {
  return db
    .selectFrom('enrolments as e')
    .select((row) => [
      'e.user_id as userId',
      row.fn.countAll<number>().as('numberOfWorkshops'),
      row.fn.count<number>('e.attested_at').as('attestation'),
    ])
    .where(isOfSystems(reach))
    .$if(userIds.length <= manyPeople, (query) =>
      query.where(sql<SqlBool>`e.user_id = any(${userIds}::bigint[])`),
    )
    .groupBy('e.user_id')
    .execute();
}

export async function selectProfessions(db: ReadDb, reach: Reach): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .distinctOn('u.profession_key')
    .select('u.profession')
    .where(isSeenFrom(reach))
    .where('u.profession_key', 'is not', null)
    .orderBy('u.profession_key')
    .orderBy('u.profession')
    .execute();
  return rows.map(({ profession }) => profession ?? '');
}

export function selectWorkshop(db: ReadDb, reach: Reach, cohortId: number) {
  return db
    .selectFrom('cohorts as e')
    .select(['e.id', 'e.system_id as systemId', 'e.title', 'e.exam_date as date'])
    .where('e.id', '=', cohortId)
    .where(isOfSystems(reach))
    .executeTakeFirst();
}
