import type { BodyOf } from '@guichet/contract/core/endpoint';
import {
  type AskedCorrection,
  type answerCorrection as answering,
  type OwnCorrection,
  ownCorrectionDays,
  type requestCorrection as requesting,
} from '@guichet/contract/exams/candidate.corrections';
import {
  type AuditLine,
  findAuthor,
  record,
  unchanged,
  writeEverywhere,
} from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, SystemsGrant } from '../../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { dayIn, secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { chooseTitles, selectSystemLinks } from '../../../identity/access/access.service.ts';
import * as users from '../../../identity/users/users.service.ts';
import { describeAnswer, findDone, giveAnswer } from './answers.ts';
import type { AskedExamRow } from './askedExams.queries.ts';
import * as queries from './corrections.queries.ts';
import { findAskedExams, isForOthers, openRequest } from './newRequests.ts';
import { queuePassedOnMail, queueWaitingMail } from './requestMails.ts';

/** The data that the portal keeps of the caller. @throws AppError `session.missing` */
export async function findOwnData({ clock, config, database }: AppContext, { identity }: SignedInGrant) {
  const person = await users.selectPerson(database.read, identity.userId, clock.now());
  if (!person) throw new AppError('session.missing');
  const systems = await selectSystemLinks(database.read, studentSystems(identity));
  return {
    ...person,
    subscriptionDate: dayIn(config.timeZone)(person.createdAt),
    systems: systems.map((system) => ({ systemId: system.systemId, title: chooseTitles(system) })),
  };
}

export async function listOwnCorrections(
  context: AppContext,
  { identity: { userId } }: SignedInGrant,
): Promise<OwnCorrection[]> {
  const rows = await queries.selectPersonCorrections(context.database.read, userId, 'all');
  const since = secondsAfter(context.clock.now(), -ownCorrectionDays * 24 * 60 * 60);
  const lately = rows.filter(({ answeredAt }) => answeredAt === null || answeredAt >= since);
  const doneFor = await findDone(context, userId, { systemIds: 'all', ofNone: true });
  // A text written for the person says how they were identified, and is for staff, as are the names of who works on it.
  const written = lately.map((row) => ({
    ...row,
    ...(row.askedBy !== null && { askedBy: '', request: '' }),
    passedOnBy: '',
    done: doneFor(row),
  }));
  return shown(context, written);
}

/** @throws AppError `system.notFound` for a system where the caller is no student, `exam.notFound`, `request.tooMany` */
export async function requestCorrection(
  context: AppContext,
  grant: SignedInGrant,
  { systemId, examId, wantedExamId, ...asked }: BodyOf<typeof requesting>,
): Promise<true> {
  const { userId } = grant.identity;
  if (!studentSystems(grant.identity).includes(systemId)) throw new AppError('system.notFound');
  await enforceRateLimit(context, 'correction', userId);
  // Whoever answers for a system can do nothing about an exam of another.
  const exams = await findAskedExams(context, { examId, wantedExamId }, [systemId]);
  return writeEverywhere(context, grant, async (tx) => {
    const isPassedOn = isForOthers(asked.field, systemId, await users.listHeldRoles(tx, userId));
    const person = await users.findAccount(tx, userId);
    if (!person) throw new AppError('session.missing');
    const of = { ...asked, systemId, userId, writer: null, person };
    return openRequest(context, tx, of, { isPassedOn, exams });
  });
}

export async function listCorrections(
  context: AppContext,
  { systemIds, identity }: SystemsGrant,
  isAnswered: boolean,
): Promise<AskedCorrection[]> {
  const { read } = context.database;
  const reader = { systemIds, userId: identity.userId, today: context.clock.today() };
  // Requests passed on may belong to systems of others; the query says whose the reader sees.
  return context.database.within('all', async () => {
    const rows = await queries.selectCorrections(read, reader, isAnswered);
    const beyond = rows.filter(({ mayManage, outcome }) => !mayManage && outcome === null);
    const managers = await findManagers(read, [...new Set(beyond.map(({ userId }) => userId))]);
    const titled = await shown(context, rows);
    const links = await selectSystemLinks(read, [...new Set(rows.flatMap(({ others }) => others))]);
    return titled.map(({ userId, isInExam, isInWanted, exam, wanted, others, ...correction }) => ({
      ...correction,
      others: links
        .filter((one) => others.includes(one.systemId))
        .map((one) => ({ systemId: one.systemId, title: chooseTitles(one) })),
      exam: exam && {
        ...named(exam),
        mayMove: isInExam && !exam.isCancelled && isWithin(systemIds, exam.systemId),
      },
      wanted: wanted && {
        ...named(wanted),
        mayEnrol:
          !isInWanted && !wanted.isCancelled && wanted.isComing && isWithin(systemIds, wanted.systemId),
      },
      person: { ...correction, id: userId, fullName: users.joinNames(correction) },
      managers: managers.of(userId),
    }));
  });
}

/** @throws AppError `correction.notFound`, `correction.alreadyAnswered`, `correction.yours` where the caller may make it */
export async function passOnCorrection(context: AppContext, grant: SystemsGrant, correctionId: number) {
  const by = { at: context.clock.now(), name: findAuthor(grant).fullName };
  return writeEverywhere(context, grant, async (tx) => {
    const correction = await getCorrection(tx, grant, correctionId);
    if (correction.mayManage) throw new AppError('correction.yours');
    if (!(await queries.storePassedOn(tx, correction.id, by))) {
      if (correction.outcome !== null) throw new AppError('correction.alreadyAnswered');
      return unchanged(true as const);
    }
    const { askedBy: writer } = correction;
    await queuePassedOnMail(context, tx, { ...correction, writer, person: correction, by: by.name });
    return record(true as const, describeAnswer(correction, 'correction.passedOn'));
  });
}

/**
 * Gives an open request to the administrators of another system of the person, who are told of it.
 * @throws AppError `correction.notFound`, `system.notFound`, `correction.passedOn`, `correction.alreadyAnswered`
 */
export async function passOnToSystem(
  context: AppContext,
  grant: SystemsGrant,
  correctionId: number,
  systemId: number,
) {
  return writeEverywhere(context, grant, async (tx) => {
    const correction = await getCorrection(tx, grant, correctionId);
    if (!correction.others.includes(systemId)) throw new AppError('system.notFound');
    if (correction.passedOnAt) throw new AppError('correction.passedOn');
    if (!(await queries.storeSystem(tx, correction, systemId)))
      throw new AppError('correction.alreadyAnswered');
    const given = { ...correction, systemId, writer: correction.askedBy, person: correction };
    await queueWaitingMail(context, tx, given);
    const lines = [correction, given].map((one) => describeAnswer(one, 'correction.passedOn'));
    return record(true as const, lines[0] as AuditLine, ...lines.slice(1));
  });
}

/**
 * Answers a request; mails the person, unless their account is deactivated or locked.
 * @throws AppError `correction.notFound`, also for a request in another system; `correction.alreadyAnswered`;
 * `correction.passedOn` where it was passed on to others
 */
export async function answerCorrection(
  context: AppContext,
  grant: SystemsGrant,
  correctionId: number,
  { outcome, note }: BodyOf<typeof answering>,
): Promise<true> {
  if (note !== '') await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  return writeEverywhere(context, grant, async (tx) => {
    const correction = await getCorrection(tx, grant, correctionId);
    if (correction.passedOnAt && !correction.mayManage) throw new AppError('correction.passedOn');
    const line = await giveAnswer(context, tx, grant, correction, { outcome, note });
    if (!line) throw new AppError('correction.alreadyAnswered');
    return record(true as const, line);
  });
}

async function getCorrection(tx: WriteTx, { systemIds, identity }: SystemsGrant, correctionId: number) {
  const reader = { systemIds, userId: identity.userId };
  const correction = await queries.selectCorrection(tx, reader, correctionId);
  if (!correction) throw new AppError('correction.notFound');
  return correction;
}

export async function findManagers(db: ReadDb, userIds: readonly number[]) {
  const managers = userIds.length > 0 ? await users.selectManagers(db, userIds) : [];
  return {
    of: (userId: number) =>
      managers
        .filter((one) => one.userId === userId)
        .map((one) => ({ fullName: users.joinNames(one), email: one.email, isSuperAdmin: one.isSuperAdmin })),
  };
}

function named({ examId, systemId, titleFr, titleEn, date }: AskedExamRow) {
  return { examId, systemId, title: { fr: titleFr || titleEn, en: titleEn || titleFr }, date };
}

function isWithin(systemIds: TenantScope, systemId: number): boolean {
  return systemIds === 'all' || systemIds.includes(systemId);
}

function studentSystems({ roles }: SignedInGrant['identity']): number[] {
  return roles.flatMap(({ role, systemId }) => (role === 'student' && systemId !== null ? [systemId] : []));
}

interface PassedOnRow {
  readonly systemId: number;
  readonly passedOnAt: Date | null;
  readonly passedOnBy: string | null;
}

/** Rows with the title of their system, and when and by whom they were passed on. */
export async function shown<Row extends PassedOnRow>({ database }: AppContext, rows: readonly Row[]) {
  const systems = await selectSystemLinks(database.read, [...new Set(rows.map(({ systemId }) => systemId))]);
  const none = { fr: '', en: '' };
  return rows.map(({ passedOnAt: at, passedOnBy, ...row }) => {
    const system = systems.find(({ systemId }) => systemId === row.systemId);
    const passedOn = at && { at, by: passedOnBy ?? '' };
    return { ...row, passedOn, systemTitle: system ? chooseTitles(system) : none };
  });
}
