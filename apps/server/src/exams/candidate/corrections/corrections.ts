import type { BodyOf } from '@guichet/contract/core/endpoint';
import type {
  AskedCorrection,
  answerCorrection as answering,
  Correction,
  requestCorrection as requesting,
} from '@guichet/contract/exams/candidate.corrections';
import { authorOf, record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SignedInGrant, SystemsGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { dayIn } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { selectSystemLinks, titlesOf } from '../../../identity/access/access.service.ts';
import { fullNameOf, selectPerson } from '../../../identity/users/users.service.ts';
import { queueAnswerMail } from './answerMail.ts';
import * as queries from './corrections.queries.ts';

/** The data that the portal keeps of the caller. @throws AppError `session.missing` */
export async function findOwnData({ clock, config, database }: AppContext, { identity }: SignedInGrant) {
  const person = await selectPerson(database.read, identity.userId, clock.now());
  if (!person) throw new AppError('session.missing');
  const systems = await selectSystemLinks(database.read, studentSystems(identity));
  return {
    ...person,
    subscriptionDate: dayIn(config.timeZone)(person.createdAt),
    systems: systems.map((system) => ({ systemId: system.systemId, title: titlesOf(system) })),
  };
}

export async function listOwnCorrections(
  context: AppContext,
  { identity }: SignedInGrant,
): Promise<Correction[]> {
  const rows = await queries.selectOwnCorrections(context.database.read, identity.userId);
  return withTitles(context, rows);
}

/**
 * Asks the administrators of one of the caller's systems for a correction.
 * @throws AppError `system.notFound` for a system where the caller is no student, `request.tooMany`
 */
export async function requestCorrection(
  context: AppContext,
  grant: SignedInGrant,
  { systemId, field, request }: BodyOf<typeof requesting>,
): Promise<true> {
  const { userId, fullName } = grant.identity;
  if (!studentSystems(grant.identity).includes(systemId)) throw new AppError('system.notFound');
  await enforceRateLimit(context, 'correction', userId);
  const asked = { system_id: systemId, user_id: userId, field, request, asked_at: context.clock.now() };
  return write(context, grant, async (tx) => {
    await queries.insertCorrection(tx, asked);
    const detail = { name: fullName };
    return record(true, { action: 'correction.asked', subject: `user:${userId}`, systemId, detail });
  });
}

/** The requests in the systems that the caller administers. */
export async function listCorrections(
  context: AppContext,
  { systemIds, identity }: SystemsGrant,
  isAnswered: boolean,
): Promise<AskedCorrection[]> {
  const rows = await queries.selectCorrections(
    context.database.read,
    { systemIds, userId: identity.userId, today: context.clock.today() },
    isAnswered,
  );
  const titled = await withTitles(context, rows);
  return titled.map(
    ({
      userId,
      firstName,
      lastName,
      email,
      language,
      studentNumber,
      isActive,
      mayManage,
      ...correction
    }) => ({
      ...correction,
      person: {
        id: userId,
        fullName: fullNameOf({ firstName, lastName }),
        email,
        language,
        studentNumber,
        isActive,
        mayManage,
      },
    }),
  );
}

/**
 * Answers a request; mails the person, unless their account is deactivated or locked.
 * @throws AppError `correction.notFound`, also for a request in another system; `correction.alreadyAnswered`
 */
export async function answerCorrection(
  context: AppContext,
  grant: SystemsGrant,
  correctionId: number,
  { outcome, note }: BodyOf<typeof answering>,
): Promise<true> {
  if (note !== '') await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const answer = {
    outcome,
    note,
    answered_at: context.clock.now(),
    answered_by_name: authorOf(grant).fullName,
  };
  return write(context, grant, async (tx) => {
    const correction = await queries.selectCorrection(tx, grant.systemIds, correctionId);
    if (!correction) throw new AppError('correction.notFound');
    if (!(await queries.storeAnswer(tx, correction, answer)))
      throw new AppError('correction.alreadyAnswered');
    if (correction.isActive) await queueAnswerMail(context, tx, correction, { outcome, note });
    return record(true as const, {
      action: outcome === 'answered' ? 'correction.answered' : 'correction.declined',
      subject: `user:${correction.userId}`,
      systemId: correction.systemId,
      detail: { name: fullNameOf(correction), reason: note },
    });
  });
}

function studentSystems({ roles }: SignedInGrant['identity']): number[] {
  return roles.flatMap(({ role, systemId }) => (role === 'student' && systemId !== null ? [systemId] : []));
}

async function withTitles<Row extends { readonly systemId: number }>(
  { database }: AppContext,
  rows: readonly Row[],
) {
  const systems = await selectSystemLinks(database.read, [...new Set(rows.map(({ systemId }) => systemId))]);
  const none = { fr: '', en: '' };
  return rows.map((row) => {
    const system = systems.find(({ systemId }) => systemId === row.systemId);
    return { ...row, systemTitle: system ? titlesOf(system) : none };
  });
}
