import { joinNames } from '@guichet/contract/core/fullName';
import type { Language } from '@guichet/contract/core/language';
import { personTextNames } from '@guichet/contract/core/personTexts';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import type { AppContext, ReadDb, SystemGrant, SystemsGrant } from '../../../core/context/appContext.ts';
import { dayIn } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findUndelivered } from '../../../mail/outbox/outbox.service.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import { selectExtraTimeSystems, systemsReached } from '../../access/access.service.ts';
import { selectGrants } from '../changes/userChanges.queries.ts';
import { isGuestIn, selectGuests } from '../guests/guests.queries.ts';
import { getSeenUser, seenFrom } from '../managedUsers.service.ts';
import { nameOfRole } from '../people.ts';
import { languageAsStated, textsAsStated } from '../personTexts.ts';
import * as userRights from '../rights/userRights.ts';
import { listHeldRoles } from '../users.queries.ts';
import { selectGroupRoles, selectPerson, selectPlaces, selectSoleAdminSystems } from './userInfo.queries.ts';

const cancelled = { fr: 'annulé', en: 'cancelled' } as const;

/**
 * The details of a person: roles, exams and platform keys only of the systems that the caller sees.
 * @throws AppError `user.notFound`, also for a person of none of these systems
 */
export async function getUserInfo(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  language: Language,
): Promise<UserInfo> {
  const db = context.database.read;
  const tenantScope = grant.systemIds;
  const person = await selectPerson(db, userId, context.clock.now());
  const held = await listHeldRoles(db, userId);
  if (!person || !userRights.isSeen(tenantScope, held)) throw new AppError('user.notFound');
  const places = (await selectPlaces(db, userId, tenantScope, language)).map((place) =>
    titleIn(language, place),
  );
  const {
    deactivatedAt,
    createdAt,
    emailConfirmedAt,
    mustChoosePasswordSince,
    lockedAt,
    lockedByName,
    ...rest
  } = person;
  const grants = await selectGrants(db, [userId]);
  const isTold = tenantScope === 'all' || !userRights.isSuperAdmin(held);
  const reader = { tenantScope, today: context.clock.today() };
  const stated = (await selectGuests(db, [userId], reader)).get(userId) ?? null;
  const known = {
    ...rest,
    ...textsAsStated(personTextNames, rest, stated),
    ...(!(isTold && !stated) && { lastVisitDate: null, hasSecondFactor: null }),
    ...(stated && { language: languageAsStated(stated), newEmail: null, newsLetter: false, linkDue: false }),
  };
  const since = stated
    ? grants.findLast(({ systemId }) => userRights.reachesTo(tenantScope, systemId))
    : undefined;
  const administered = systemsReached(grant.identity, 'admin');
  const isGuest = await isGuestIn(db, userId, { ...reader, tenantScope: administered });
  const isOther = userId !== grant.identity.userId;
  // An account of no system, such as a mere super admin's, is deleted from whichever system.
  const anySystem = administered === 'all' ? ((await listSystems(db))[0]?.id ?? null) : null;
  const keys = new Map(places.map(({ systemId, key }) => [`${systemId} ${key}`, { userId, systemId, key }]));
  return {
    ...known,
    fullName: joinNames(person),
    isActive: deactivatedAt === null,
    subscriptionDate: dayIn(context.config.timeZone)(since?.grantedAt ?? createdAt),
    isGuest: stated !== null,
    emailConfirmed: stated !== null || emailConfirmedAt !== null,
    mustChoosePassword: stated === null && mustChoosePasswordSince !== null,
    externalList: [...keys.values()].sort((one, other) => one.systemId - other.systemId),
    listRole: held.filter(({ systemId }) => userRights.reachesTo(tenantScope, systemId)).map(nameOfRole),
    listExamBS: places.map(({ title, date, isCancelled }) => {
      return `${title} (${isCancelled ? `${date}, ${cancelled[language]}` : date})`;
    }),
    extraTimeRights: (await selectExtraTimeSystems(db, userId)).filter((id) =>
      userRights.reachesTo(tenantScope, id),
    ),
    exams: places.map(({ key: _key, titleEn: _titleEn, ...exam }) => exam),
    undelivered: await findUndelivered(context, tenantScope, userId, language),
    lock: lockedAt && !stated ? { by: lockedByName ?? '', since: lockedAt } : null,
    mayManage: isOther && userRights.mayManage(administered, held),
    elsewhere: stated ? [] : await namesElsewhere(context, administered, held),
    deletableFrom:
      isOther && userRights.mayDelete(administered, held)
        ? (held.find(({ systemId }) => systemId !== null)?.systemId ?? anySystem)
        : null,
    maySetRoles: isOther && userRights.maySetRoles(administered, held),
    mayBeStaff: !isGuest,
    mustKeepRole: held.every(({ systemId }) => userRights.reachesTo(administered, systemId)),
    soleAdminOf: (await selectSoleAdminSystems(db, userId)).filter((id) =>
      userRights.reachesTo(administered, id),
    ),
    byGroups: (await selectGroupRoles(db, userId, language)).flatMap(({ groups, provider, ...role }) =>
      held
        .filter((one) => userRights.isSame(one, role) && userRights.reachesTo(tenantScope, one.systemId))
        .map((one) => ({ role: nameOfRole(one), groups, provider })),
    ),
    mayCorrect: isOther && userRights.mayCorrect(administered, held),
    mayLock: isOther && userRights.mayLock(administered, grants, { isGuest }),
  };
}

/** The names of the systems of a person that somebody does not administer, who administers another one of theirs. */
async function namesElsewhere(
  { database }: AppContext,
  administered: userRights.TenantScope,
  held: readonly userRights.HeldRole[],
): Promise<string[]> {
  if (administered === 'all' || !userRights.isSeen(administered, held)) return [];
  return (await listSystemsOutside(database.read, administered, held)).map(({ name }) => name);
}

/** The other systems in which a person has a role. @throws AppError `user.notFound`, also elsewhere */
export async function listOtherSystems(context: AppContext, grant: SystemGrant, userId: number) {
  const db = context.database.read;
  const { held } = await getSeenUser(db, seenFrom(grant), userId);
  return listSystemsOutside(db, [grant.systemId], held);
}

async function listSystemsOutside(
  db: ReadDb,
  tenantScope: userRights.TenantScope,
  held: readonly userRights.HeldRole[],
) {
  const outside = userRights.systemsOutside(tenantScope, held);
  if (outside.length === 0) return [];
  return (await listSystems(db))
    .filter(({ id }) => outside.includes(id))
    .map(({ id, name }) => ({ id, name }));
}
