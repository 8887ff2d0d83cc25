import type { AuditLine, Author } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import type { Removed } from '../../exams/enrolments/enrolments.service.ts';
import { describeChange } from '../../exams/enrolments/extraTimes/extraTimes.service.ts';
import { restoreExtraTimes } from '../../exams/enrolments/extraTimes/listedExtraTimes.service.ts';
import {
  type ChangedValues,
  changeListValues,
} from '../../exams/enrolments/listValues/listValues.service.ts';
import { getExam } from '../../exams/facts/facts.service.ts';
import { restoreCandidates } from '../../exams/places/places.service.ts';
import { seesExtraTime, systemsReached } from '../../identity/access/access.service.ts';
import * as account from '../../identity/account/account.service.ts';
import { makeAuditLines, systemShared } from '../../identity/users/managedUsers.service.ts';
import * as users from '../../identity/users/users.service.ts';
import { mayCorrect } from '../comparison/comparison.ts';
import type { PastImport } from './pastImports.queries.ts';
import type { Corrected, PersonFacts, UndoDecision } from './undoDecision.ts';

/** The people with whether the caller may change back what the list corrected of them (readings §5). */
export async function withRights(
  db: ReadDb,
  grant: SystemGrant,
  people: readonly PersonFacts[],
): Promise<readonly PersonFacts[]> {
  const corrected = people.flatMap((person) => (person.corrected ? person.userId : []));
  if (corrected.length === 0) return people;
  const { identity } = grant;
  const tenantScope = systemsReached(identity, 'admin');
  const mayTime = await seesExtraTime(db, grant);
  const held = Map.groupBy(await users.selectGrants(db, corrected), ({ userId }) => userId);
  return people.map((person) => {
    if (!person.corrected) return person;
    const roles = held.get(person.userId) ?? [];
    const { language, list: _, extraTime, ...manager } = person.corrected;
    const isManaged = identity.actor === null && users.mayManage(tenantScope, roles);
    const isLanguageOnly = Object.keys(manager).length === 0 && identity.actor === null;
    const isListAlone = Object.keys(manager).length === 0 && !language;
    return {
      ...person,
      mayCorrect:
        (!extraTime || mayTime) &&
        (isManaged || isListAlone || (isLanguageOnly && mayCorrect('language', tenantScope, roles))),
    };
  });
}

/** Whom the undo of a correction would tell that their former address counts again. */
export function listAddressesBack(decisions: readonly UndoDecision[]): readonly PersonFacts[] {
  return decisions.flatMap(({ takes, person }) =>
    takes.includes('correction') && person.isChangeTold && !person.isUnmailed ? person : [],
  );
}

/** Gives people back the name, language and address that they had before the list; returns the audit lines and mails. */
export async function takeBackCorrections(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  past: PastImport,
  { decisions, tells }: { readonly decisions: readonly UndoDecision[]; readonly tells: boolean },
): Promise<{ readonly lines: readonly AuditLine[]; readonly told: number }> {
  const facts = new Map(
    decisions.flatMap(({ takes, person }) => (takes.includes('correction') ? [[person.userId, person]] : [])),
  );
  const told = new Set(tells ? listAddressesBack(decisions).map(({ userId }) => userId) : []);
  const lines: AuditLine[] = [];
  const listed: ChangedValues[] = [];
  for (const person of await users.lockPeople(tx, [...facts.keys()])) {
    const corrected = facts.get(person.id)?.corrected;
    if (!corrected) continue;
    const now = corrected.email
      ? await takeBackAddress(context, tx, grant, person, {
          ...corrected.email,
          at: past.at,
          tells: told.has(person.id),
        })
      : { person, lines: [] };
    lines.push(...now.lines);
    const after = { ...account.pickFields(now.person), ...valuesBefore(corrected) };
    const done = await account.applyCorrection(context, tx, grant, now.person, { after, email: null });
    lines.push(...done.lines);
    if (corrected.list) listed.push({ userId: person.id, values: corrected.list.from });
  }
  await changeListValues(tx, past, listed);
  return { lines, told: told.size };
}

function valuesBefore({ firstName, lastName, language }: Corrected) {
  return {
    ...(firstName && { firstName: firstName.from }),
    ...(lastName && { lastName: lastName.from }),
    ...(language && { language: language.from }),
  };
}

async function takeBackAddress(
  context: AppContext,
  tx: WriteTx,
  grant: SystemGrant,
  person: users.LockedPerson,
  email: NonNullable<Corrected['email']> & { readonly at: Date; readonly tells: boolean },
): Promise<{ readonly person: users.LockedPerson; readonly lines: readonly AuditLine[] }> {
  const { from, to, isLink } = email;
  if (isLink) {
    await account.voidAddressLinks(tx, person.id);
    return { person, lines: makeAuditLines(grant, 'user.newAddressDropped', person, { email: to }) };
  }
  await account.restoreAddress(context, tx, person, {
    ...email,
    email: from,
    systemId: systemShared(grant, person.held),
  });
  const lines = makeAuditLines(grant, 'account.addressChanged', person, { email: { from: to, to: from } });
  return { person: { ...person, email: from }, lines };
}

/** Gives people back the extra time that they had before the list, and mails those who know another end, as at each change. */
export async function takeBackExtraTimes(
  context: AppContext,
  tx: WriteTx,
  { past, author }: { readonly past: PastImport; readonly author: Author },
  decisions: readonly UndoDecision[],
): Promise<readonly AuditLine[]> {
  const people = decisions.flatMap(({ takes, person: { userId, platformUserId, corrected } }) =>
    takes.includes('extraTime') && corrected?.extraTime && platformUserId !== null
      ? { userId, platformUserId, extraTime: corrected.extraTime.from }
      : [],
  );
  if (people.length === 0) return [];
  await restoreExtraTimes(context, tx, { ...past, now: context.clock.now(), author }, people);
  const changes = people.map(({ extraTime }) => (extraTime ? 'changed' : 'removed'));
  return [describeChange({ examId: past.examId, title: past.title }, people.length, changes)];
}

/** Gives places back to those whom the list took out and who have none; returns the audit line and the number of mails. */
export async function takeBackRemovals(
  context: AppContext,
  tx: WriteTx,
  past: PastImport,
  { removed, ...how }: { readonly removed: readonly Removed[]; readonly tells: boolean; readonly by: string },
): Promise<{ readonly lines: readonly AuditLine[]; readonly told: number }> {
  const back = listReturning(removed);
  if (back.length === 0) return { lines: [], told: 0 };
  const exam = await getExam(tx, past);
  const { told, line } = await restoreCandidates(context, tx, exam, back, { removalId: past.id, ...how });
  return { lines: [line], told };
}

export function listReturning(removed: readonly Removed[]): readonly Removed[] {
  return removed.filter(({ state }) => state === 'removed');
}
