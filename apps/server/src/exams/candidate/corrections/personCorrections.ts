import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import {
  fieldsOfWholeAccount,
  type listCorrectionsOf as listEndpoint,
  type listWrittenCorrections as listWritten,
  type requestCorrectionOf as requesting,
  writtenCorrectionDays,
} from '@guichet/contract/exams/candidate.corrections';
import { writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { systemsReached } from '../../../identity/access/access.service.ts';
import { getSeenUser, systemShared } from '../../../identity/users/managedUsers.service.ts';
import * as users from '../../../identity/users/users.service.ts';
import { findDone } from './answers.ts';
import { selectPersonCorrections, selectWrittenCorrections } from './corrections.queries.ts';
import { findManagers, shown } from './corrections.ts';
import { findAskedExams, isBeyondSystem, isForOthers, openRequest } from './newRequests.ts';
import { findReaders } from './requestMails.ts';

/** The requests of a person to the caller's systems, and who may do it. @throws AppError `user.notFound` */
export async function listPersonCorrections(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { read } = context.database;
  const { identity, systemIds } = grant;
  const { held } = await getSeenUser(read, systemIds, userId);
  const rows = await selectPersonCorrections(read, userId, systemIds);
  const doneFor = await findDone(context, userId, { systemIds, ofNone: false });
  const systemId = systemShared(grant, held);
  const isBeyond = isBeyondSystem(systemId, held);
  const isOwn = users.mayManage(systemsReached(identity, 'admin'), held);
  return {
    corrections: await shown(
      context,
      rows.map((row) => ({ ...row, done: doneFor(row) })),
    ),
    managers: isBeyond && !isOwn ? (await findManagers(read, [userId])).of(userId) : [],
    readers: systemId === null || isOwn ? [] : (await findReaders(read, systemId, userId)).map(named),
    passedOnFields: isBeyond ? [...fieldsOfWholeAccount] : [],
  };
}

const named = (reader: Awaited<ReturnType<typeof findReaders>>[number]) => ({
  fullName: users.joinNames(reader),
  email: reader.email,
  isSuperAdmin: !('systemId' in reader),
});

export async function listWrittenCorrections(
  context: AppContext,
  grant: SystemsGrant,
): Promise<ReplyOf<typeof listWritten>> {
  const since = secondsAfter(context.clock.now(), -writtenCorrectionDays * 24 * 60 * 60);
  const rows = await selectWrittenCorrections(context.database.read, grant.systemIds, since);
  return shown(
    context,
    rows.map(({ userId: id, firstName, lastName, email, ...row }) => ({
      ...row,
      person: { id, fullName: users.joinNames({ firstName, lastName }), email },
    })),
  );
}

/** @throws AppError `user.notFound`, `exam.notFound`, `request.tooMany`, `correction.noSecondFactor` */
export async function requestPersonCorrection(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
  { examId, wantedExamId, ...asked }: BodyOf<typeof requesting>,
): Promise<true> {
  const { account, held } = await getSeenUser(context.database.read, grant.systemIds, userId);
  const systemId = systemShared(grant, held);
  if (systemId === null) throw new AppError('user.notFound');
  if (asked.field === 'secondFactor') await checkSecondFactor(context, grant, userId, held);
  const isPassedOn = isForOthers(asked.field, systemId, held);
  // Words of the caller's own are mailed where the request is passed on.
  await enforceRateLimit(context, isPassedOn ? 'ownMail' : 'supportMail', grant.identity.userId);
  const exams = await findAskedExams(context, { examId, wantedExamId }, grant.systemIds);
  const of = { ...asked, systemId, userId, writer: grant.identity.fullName, person: account };
  return writeEverywhere(context, grant, (tx) => openRequest(context, tx, of, { isPassedOn, exams }));
}

/** @throws AppError `correction.noSecondFactor` for an account without a second factor, where the caller is told so */
async function checkSecondFactor(
  { database: { read }, clock }: AppContext,
  { systemIds: tenantScope }: SystemsGrant,
  userId: number,
  held: readonly users.HeldRole[],
): Promise<void> {
  const guests = await users.selectGuests(read, [userId], { tenantScope, today: clock.today() });
  const isTold = guests.size === 0 && !held.some(({ role }) => role === 'superAdmin');
  if (isTold && !(await users.selectPerson(read, userId, clock.now()))?.hasSecondFactor)
    throw new AppError('correction.noSecondFactor');
}
