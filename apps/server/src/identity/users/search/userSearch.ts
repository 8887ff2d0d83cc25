import type { BodyOf } from '@guichet/contract/core/endpoint';
import { distinctWords, nameWords } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import { personTextNames } from '@guichet/contract/core/personTexts';
import {
  anyRoles,
  type FoundUser,
  inSeveralSystems,
  isAnyRole,
  type SearchFilter,
  type searchUsers as searchEndpoint,
} from '@guichet/contract/identity/users.search';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import type { Database, ReadDb } from '../../../core/database/database.ts';
import { dayIn } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { systemsReached } from '../../access/access.service.ts';
import { selectGuests } from '../guests/guests.queries.ts';
import { findUserIndex } from '../index/userIndex.ts';
import { textsAsStated } from '../personTexts.ts';
import { findRole, nameHeldRoles } from '../rights/roleList.ts';
import { reachesTo, type TenantScope } from '../rights/userRights.ts';
import { selectHeldRoles } from './heldRoles.queries.ts';
import { selectProfessions } from './professions.queries.ts';
import * as queries from './userSearch.queries.ts';

const defaultPageSize = 25;
/** The most people on a page of those whom the caller supports and does not administer: support exports nothing. */
const supportPageSize = 100;

/**
 * A page of the people of the systems that the caller supports or administers, and the total; a page of more than
 * `supportPageSize` of those that the caller administers. @throws AppError `access.denied` where there are none of these
 */
export async function searchUsers(
  { database, config, clock }: AppContext,
  grant: SystemsGrant,
  { filters, sortParams }: BodyOf<typeof searchEndpoint>,
): Promise<{ data: FoundUser[]; totalItems: number }> {
  const db = database.read;
  const limit = filters?.[0]?.pageSize || defaultPageSize;
  const administered = systemsReached(grant.identity, 'admin');
  if (limit > supportPageSize && administered.length === 0) throw new AppError('access.denied');
  const tenantScope = limit > supportPageSize ? administered : grant.systemIds;
  const criteria = await Promise.all((filters ?? []).map((filter) => readFilter(db, tenantScope, filter)));
  const known = withWordsOnce(criteria.filter((one) => one !== null));
  if (known.length < criteria.length) return { data: [], totalItems: 0 };
  const page = {
    sortField: sortParams?.sortField ?? 'fullName',
    descending: sortParams?.sortDirection === -1,
    limit,
    offset: Math.min(((filters?.[0]?.pageIndex || 1) - 1) * limit, Number.MAX_SAFE_INTEGER),
  } as const;
  const found =
    (await findPacked(database, tenantScope, known, administered, page)) ??
    (await queries.selectFound(db, tenantScope, known, administered, { ...page, today: clock.today() }));
  const ids = found.rows.map(({ id }) => id);
  const held = (await selectHeldRoles(db, ids)).filter(({ systemId }) => reachesTo(tenantScope, systemId));
  const enrolledAsGuests = held.filter(({ isGuest }) => isGuest).map(({ userId }) => userId);
  const guests = await selectGuests(db, enrolledAsGuests, { tenantScope, today: clock.today() });
  const roles = nameHeldRoles(held);
  const joinedAt = new Map(
    held.flatMap(({ userId, grantedAt }) => (guests.has(userId) ? [[userId, grantedAt]] : [])),
  );
  const day = dayIn(config.timeZone);
  const data = found.rows.map(({ firstName, lastName, deactivatedAt, isWithin, ...row }) => ({
    ...row,
    ...textsAsStated(personTextNames, row, guests.get(row.id) ?? null),
    ...(guests.has(row.id) && { lastVisitDate: null, isVisitHidden: true, isLocked: false, linkDue: false }),
    roles: roles.get(row.id) ?? [],
    createdAt: joinedAt.get(row.id) ?? row.createdAt,
    fullName: joinNames({ firstName, lastName }),
    isActive: deactivatedAt === null,
    subscriptionDate: day(joinedAt.get(row.id) ?? row.createdAt),
    mayManage: isWithin && row.id !== grant.identity.userId,
  }));
  return { data, totalItems: found.total };
}

/** Puts the words of all filters into the first one, so that each word is looked for once. */
function withWordsOnce(criteria: readonly queries.Criteria[]): queries.Criteria[] {
  const words = distinctWords(criteria.flatMap((one) => one.words));
  return criteria.map((one, at) => ({ ...one, words: at === 0 ? words : [] }));
}

/** The largest page that the index answers; the database answers larger pages. */
const longestPackedPage = 1000;

/** Answers from the index in memory where that is faster: words only, by name. Null: ask the database. */
async function findPacked(
  database: Database,
  tenantScope: TenantScope,
  criteria: readonly queries.Criteria[],
  administered: TenantScope,
  { sortField, descending, limit, offset }: queries.Page,
): Promise<queries.Found | null> {
  const index = findUserIndex(database);
  const isByName = sortField === 'fullName' || sortField === 'name';
  const asksMore = criteria.some(({ words: _, ...more }) => Object.keys(more).length > 0);
  if (!index || !isByName || descending || asksMore || limit > longestPackedPage) return null;
  const words = criteria.flatMap((one) => one.words);
  const matches = await index.find(tenantScope, words, offset, limit).catch(() => null);
  return matches && queries.selectFoundById(database.read, tenantScope, matches, administered, words);
}

/** Null if nobody can match, since no such role exists in these systems. */
async function readFilter(
  db: ReadDb,
  tenantScope: TenantScope,
  filter: SearchFilter,
): Promise<queries.Criteria | null> {
  const {
    workshopId,
    searchTerm,
    status,
    isLocked,
    newsLetter,
    role: roleName,
    language,
    profession,
  } = filter;
  const anyRole = roleName && isAnyRole(roleName) ? anyRoles[roleName] : null;
  const isInSeveral = roleName === inSeveralSystems;
  const role = roleName && !anyRole && !isInSeveral ? await findRole(db, tenantScope, roleName) : null;
  if (roleName && !role && !anyRole && !isInSeveral) return null;
  return {
    words: nameWords(searchTerm ?? ''),
    ...(workshopId && { workshopId }),
    ...(typeof status === 'boolean' && { isActive: status }),
    ...(typeof isLocked === 'boolean' && { isLocked }),
    ...(typeof newsLetter === 'boolean' && { wantsNewsletter: newsLetter }),
    ...(role && { role }),
    ...(anyRole && { anyRole }),
    ...(isInSeveral && { isInSeveral }),
    ...(language && { language }),
    ...(profession && { profession }),
  };
}

export function listProfessions({ database, clock }: AppContext, grant: SystemsGrant): Promise<string[]> {
  return selectProfessions(database.read, grant.systemIds, clock.today());
}

/** @throws AppError `exam.notFound`, also for an exam of a system that the caller does not see */
export async function getWorkshop(db: ReadDb, grant: SystemsGrant, examId: number) {
  const workshop = await queries.selectWorkshop(db, grant.systemIds, examId);
  if (!workshop) throw new AppError('exam.notFound');
  return workshop;
}
