import type { Role } from '@guichet/contract/core/access';
import { fold } from '@guichet/contract/core/fold';
import { type PersonText, personTextNames } from '@guichet/contract/core/personTexts';
import type { SortField } from '@guichet/contract/identity/users.search';
import { type Expression, type SqlBool, sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import { joinedName, likePattern, standsInPerson } from '../../../core/database/foldedText.ts';
import { isKnownTo } from '../guests/guests.queries.ts';
import type { Matches } from '../index/packedPeople.ts';
import type { Knowledge } from '../index/userIndex.ts';
import { personColumn } from '../personTexts.ts';
import { linkDueSince } from '../rights/givenPassword.queries.ts';
import type { HeldRole, TenantScope } from '../rights/userRights.ts';
import { isOfSystems, isSuperAdmin, sortKey, visitTold } from './userOrder.queries.ts';

export interface Criteria {
  readonly workshopId?: number;
  /** Folded words that must all occur. */
  readonly words: readonly string[];
  readonly isActive?: boolean;
  readonly isLocked?: boolean;
  readonly wantsNewsletter?: boolean;
  readonly language?: 'fr' | 'en';
  readonly role?: HeldRole;
  /** Roles of any system that the caller sees. */
  readonly anyRole?: readonly Role[];
  /** Whether the person has roles in more than one of these systems. */
  readonly isInSeveral?: boolean;
  readonly profession?: string;
}

export interface Page {
  readonly sortField: SortField;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundRow extends Readonly<Record<PersonText, string | null>> {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly deactivatedAt: Date | null;
  readonly createdAt: Date;
  readonly lastVisitDate: Date | null;
  readonly isVisitHidden: boolean;
  readonly isLocked: boolean;
  readonly linkDue: boolean;
  /** Whether all roles of the person are in systems that the caller administers. */
  readonly isWithin: boolean;
  /** The person's exams, and how many of them are attested, in the systems that the caller sees. */
  readonly numberOfWorkshops: number;
  readonly attestation: number;
}

export interface Found {
  readonly rows: readonly FoundRow[];
  readonly total: number;
}

/** From this page size on, one grouped count of the enrolments is cheaper than one per person. */
const manyPeople = 1000;

/**
 * One page of the people within `tenantScope` who match all criteria, with their total. `administered` are
 * the systems whose people the caller may manage.
 *
 * With criteria the matches are materialized and sorted, since the planner overestimates them and would scan
 * all people in order, which is right only without criteria.
 */
export async function selectFound(
  db: ReadDb,
  tenantScope: TenantScope,
  criteria: readonly Criteria[],
  administered: TenantScope,
  { today, ...page }: Page & { readonly today: string },
): Promise<Found> {
  const conditions = [
    isSeenFrom(tenantScope),
    ...criteria.flatMap((one) => conditionsOf(tenantScope, one, today)),
  ];
  const isNarrowed = criteria.some((one) => Object.keys(one).length > 1 || one.words.length > 0);
  const order = sql.raw(page.descending ? 'desc nulls last' : 'asc nulls first');
  const { rows } = await sql<FoundRow & { total: number }>`
    with matches as ${sql.raw(isNarrowed ? '' : 'not ')}materialized (
           select u.id, u.full_name_key as name, ${sortKey(tenantScope, page.sortField, today)} as key
           from users u where ${sql.join(conditions, sql` and `)}),
         page as (
           select id, row_number() over (order by key ${order}, name, id) as place from matches
           order by key ${order}, name, id limit ${page.limit} offset ${page.offset})
    select t.total, ${foundColumns(tenantScope, administered)}
    from (select count(*) as total from matches) t
         left join (page join users u using (id) ${countedPlaces(tenantScope, page.limit)}) on true
    order by page.place`.execute(db);
  return foundOf(rows);
}

/**
 * The rows of the people whom the in-memory index found for these words, in the index's order; null if it lags behind the
 * changes, or has found a word in the student number of a guest, which these systems do not know.
 */
export async function selectFoundById(
  db: ReadDb,
  tenantScope: TenantScope,
  { ids, total, known }: Matches & { readonly known: Knowledge },
  administered: TenantScope,
  words: readonly string[],
): Promise<Found | null> {
  const found = [ids, known.mark, known.seen];
  const rows =
    tenantScope === 'all'
      ? await ask(db, foundById.all, found)
      : await ask(db, foundById.some, [...found, tenantScope, administered, words]);
  return rows[0]?.isWrong
    ? null
    : { ...foundOf(rows.map(({ isWrong: _, ...row }) => ({ ...row, total }))), total };
}

const ownColumns = (tenantScope: 'all' | 'some') => `
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.deactivated_at as "deactivatedAt",
  u.created_at as "createdAt", ${tenantScope === 'all' ? 'u.last_visit_at' : visitTold} as "lastVisitDate",
  ${tenantScope === 'all' ? 'false' : isSuperAdmin} as "isVisitHidden", u.locked_at is not null as "isLocked",
  ${linkDueSince('u')} is not null as "linkDue",
  ${personTextNames.map((name) => `u.${personColumn(name)} as "${name}"`).join(', ')},
  coalesce(c.workshops, 0) as "numberOfWorkshops", coalesce(c.attested, 0) as attestation`;

/** `mayManage` of userRights.ts in SQL, to be closed with the systems. */
const noRoleOutside = [
  `not exists (select from user_roles r where r.user_id = u.id and (r.stated is null or r.role <> 'student')
     and (r.system_id is null or r.system_id <> all(`,
  '::integer[])))',
] as const;

const isInNumberOfGuest = `exists (
  select from user_roles g join users u on u.id = g.user_id cross join unnest($6::text[]) as w (word)
  where g.system_id = any($4::integer[]) and g.stated is not null
    and position(w.word in split_part(u.search_text, '#', 2)) > 0)`;

const foundById = {
  all: selectById('all', 'true', 'true', 'false'),
  some: selectById('some', noRoleOutside.join('$5'), 'e.system_id = any($4::integer[])', isInNumberOfGuest),
};

function selectById(tenantScope: 'all' | 'some', isWithin: string, isCounted: string, isWrong: string) {
  return prepare<FoundRow & { readonly isWrong: boolean }>(`
  select "isWrong", ${ownColumns(tenantScope)}, ${isWithin} as "isWithin"
  from (select exists (
          select from user_changes where xid >= $2::xid8 and id <> all($3::bigint[])) or ${isWrong} as "isWrong") s
       left join (unnest($1::bigint[]) with ordinality p (id, place) join users u using (id) cross join lateral (
         select count(*) as workshops, count(e.attested_at) as attested
         from enrolments e where e.user_id = u.id and ${isCounted}) c) on true
  order by p.place`);
}

/** An empty page comes as one row without an id, which holds the total. */
function foundOf(rows: readonly (FoundRow & { readonly total: number })[]): Found {
  return {
    rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

function foundColumns(tenantScope: TenantScope, administered: TenantScope) {
  return sql`${sql.raw(ownColumns(tenantScope === 'all' ? 'all' : 'some'))}, ${isWithin(administered)} as "isWithin"`;
}

function countedPlaces(tenantScope: TenantScope, limit: number) {
  const counts = sql`select count(*) as workshops, count(e.attested_at) as attested`;
  if (limit <= manyPeople)
    return sql`cross join lateral (
      ${counts} from enrolments e where e.user_id = u.id and ${isOfSystems(tenantScope)}) c`;
  return sql`left join (
    ${counts}, e.user_id from enrolments e where e.user_id in (select id from page) and ${isOfSystems(tenantScope)}
    group by e.user_id) c on c.user_id = u.id`;
}

export function isSeenFrom(tenantScope: TenantScope): Expression<SqlBool> {
  if (tenantScope === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`u.id in (select user_id from user_roles where system_id = any(${tenantScope}::integer[]))`;
}

/** The text in which words are searched without the student number. */
const textKnownToAll = sql`(split_part(u.search_text, '#', 1) || ${joinedName})`;

/** Most addresses share their domain: the index finds the part before the @, then all is checked. */
function holds(word: string): Expression<SqlBool> {
  const own = /^.{3,}?@(?=.)/.exec(word)?.[0];
  if (!own) return standsInPerson(word);
  return sql`(u.search_text like ${likePattern(own)} and position(${word}::text in u.search_text) > 0)`;
}

function conditionsOf(tenantScope: TenantScope, of: Criteria, today: string): Expression<SqlBool>[] {
  const conditions = of.words.map(holds);
  // Criteria on what only the account tells find no guest.
  const hidden = [of.isLocked, of.wantsNewsletter, of.language, of.profession].some(
    (one) => one !== undefined,
  );
  if (tenantScope !== 'all' && hidden) conditions.push(isKnownTo(tenantScope, today));
  if (tenantScope !== 'all' && of.words.length > 0)
    conditions.push(
      sql`(${sql.join(
        of.words.map((word) => sql`position(${word}::text in ${textKnownToAll}) > 0`),
        sql` and `,
      )} or ${isKnownTo(tenantScope, today)})`,
    );
  if (of.isActive !== undefined) conditions.push(sql`(u.deactivated_at is null) = ${of.isActive}::boolean`);
  if (of.isLocked !== undefined) conditions.push(sql`(u.locked_at is not null) = ${of.isLocked}::boolean`);
  if (of.wantsNewsletter !== undefined)
    conditions.push(sql`u.wants_newsletter = ${of.wantsNewsletter}::boolean`);
  if (of.language) conditions.push(sql`u.language = ${of.language}`);
  if (of.profession) conditions.push(sql`u.profession_key = ${fold(of.profession)}`);
  if (of.role)
    conditions.push(
      sql`u.id in (select user_id from user_roles
                   where role = ${of.role.role} and system_id is not distinct from ${of.role.systemId}::integer)`,
    );
  const isOfScope = tenantScope === 'all' ? sql`true` : sql`system_id = any(${tenantScope}::integer[])`;
  if (of.anyRole)
    conditions.push(
      sql`u.id in (select user_id from user_roles where role = any(${of.anyRole}::text[]) and ${isOfScope})`,
    );
  if (of.isInSeveral)
    conditions.push(
      sql`u.id in (select user_id from user_roles where ${isOfScope}
                   group by user_id having min(system_id) < max(system_id))`,
    );
  if (of.workshopId !== undefined)
    conditions.push(
      sql`u.id in (select e.user_id from enrolments e
                   where e.exam_id = ${of.workshopId}::bigint and ${isOfSystems(tenantScope)})`,
    );
  return conditions;
}

function isWithin(administered: TenantScope) {
  if (administered === 'all') return sql<boolean>`true`;
  const [before, after] = noRoleOutside;
  return sql<boolean>`${sql.raw(before)}${administered}${sql.raw(after)}`;
}

export function selectWorkshop(db: ReadDb, tenantScope: TenantScope, examId: number) {
  return db
    .selectFrom('exams as e')
    .select(['e.id', 'e.system_id as systemId', 'e.title', 'e.exam_date as date'])
    .where('e.id', '=', examId)
    .where(isOfSystems(tenantScope))
    .executeTakeFirst();
}
