import type { AuditAction } from '@guichet/contract/core/audit';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { answerCorrection, CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import {
  type AuditLine,
  findAuthor,
  record,
  selectLinesAbout,
  type Written,
  write,
} from '../../../core/audit/audit.service.ts';
import type {
  AppContext,
  SignedInGrant,
  SystemGrant,
  SystemsGrant,
  WriteTx,
} from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { systemsReached } from '../../../identity/access/access.service.ts';
import { joinNames } from '../../../identity/users/users.service.ts';
import { queueAnswerMail, sayAllDone } from './answerMail.ts';
import {
  deleteOpenCorrection,
  type FoundCorrection,
  selectOpenCorrections,
  storeAnswer,
} from './corrections.queries.ts';

/** Stores an answer, and mails it with what `done` says was done to a person whose account is open; null when somebody else has answered meanwhile. */
export async function giveAnswer(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  correction: FoundCorrection,
  { outcome, note }: BodyOf<typeof answerCorrection>,
  done: readonly AuditLine[] = [],
): Promise<AuditLine | null> {
  const by = { answered_at: context.clock.now(), answered_by_name: findAuthor(grant).fullName };
  if (!(await storeAnswer(tx, correction, { outcome, note, ...by }))) return null;
  if (correction.isActive && !(done.length > 0 && done.every(isToldByMail))) {
    const isBare = done.length === 0 && note === '' && outcome === 'answered';
    const told = isBare ? await doneSince(tx, correction) : done;
    await queueAnswerMail(context, tx, correction, { outcome, note, done: told });
  }
  const action = outcome === 'answered' ? 'correction.answered' : 'correction.declined';
  return describeAnswer(correction, action, { reason: note });
}

/** Whether what was done has a mail of its own to the person, which says it: a reset, and a move with its notice. */
function isToldByMail({ action, detail = {} }: AuditLine): boolean {
  return action === 'user.factorsReset' || (action === 'candidates.moved' && Number(detail.mails) > 0);
}

const doneActions = [
  'account.addressChanged',
  'candidate.enrolled',
  'candidates.moved',
  'user.corrected',
  'user.factorsReset',
  'user.newAddressAsked',
  'user.passwordSet',
] as const;

/** Acts of staff for a request since its day, in its system; any act for a request about something else. */
async function doneSince(tx: WriteTx, correction: FoundCorrection) {
  const { userId, systemId } = correction;
  const about = { subject: `user:${userId}`, userId, systemIds: [systemId], ofNone: false };
  const lines = await selectLinesAbout(tx, { ...about, actions: doneActions }, 50);
  return lines
    .filter(({ at, actorId }) => at >= correction.askedAt && actorId !== userId)
    .map(readLine)
    .filter((line) => isFor(correction, line))
    .toReversed();
}

/**
 * Tells of a person's requests that were answered without a note what was done, as these systems (and with `ofNone` none)
 * know it, a line for each change: in the answer itself, or else since the request.
 */
export async function findDone(
  { database }: AppContext,
  userId: number,
  of: { readonly systemIds: TenantScope; readonly ofNone: boolean },
) {
  const about = { subject: `user:${userId}`, userId, ...of };
  const lines = await database.within('all', () =>
    selectLinesAbout(database.read, { ...about, actions: [...doneActions, 'correction.answered'] }, 200),
  );
  const acts = lines.filter(({ actorId }) => actorId !== userId).toReversed();
  return (asked: Pick<FoundCorrection, 'field' | 'askedAt' | 'answeredAt' | 'outcome' | 'note'>) => {
    const { askedAt, answeredAt, outcome, note } = asked;
    const isBare = outcome === 'answered' && note === '' && answeredAt !== null;
    // Audit lines are written at the end of a change, after the moment of its answer.
    const isLater = ({ at }: Line) => answeredAt !== null && at >= answeredAt;
    const end = acts.findIndex((line) => line.action === 'correction.answered' && isLater(line));
    const until = isBare ? acts.slice(0, Math.max(end, 0)).filter(({ at }) => at >= askedAt) : [];
    const inAnswer = until.filter(isLater);
    const done = (inAnswer.length > 0 ? inAnswer : until).map(readLine).filter((line) => isFor(asked, line));
    return { fr: sayAllDone('fr', done), en: sayAllDone('en', done) };
  };
}

type Line = Awaited<ReturnType<typeof selectLinesAbout>>[number];
const readLine = ({ action, subject, detail, subjectNameEn, examEn }: Line) =>
  ({ action, subject, detail, subjectNameEn, examEn }) as AuditLine;

function isFor({ field }: Pick<FoundCorrection, 'field'>, line: AuditLine): boolean {
  return fieldsDone(line).some((done) => field === 'other' || field === done);
}

/**
 * Answers the open requests for what these lines say was done, as far as the caller may answer them: the request from
 * which somebody did it, or else the person's only request about the field, since two may ask for different values.
 */
export async function answerRequests<T>(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  done: Written<T>,
  requestId?: number,
): Promise<Written<T>> {
  const userIds = peopleOf(done.lines[0]);
  const fields = [...new Set(done.lines.flatMap(fieldsDone))];
  if (userIds.length === 0 || fields.length === 0) return done;
  const systemIds = 'systemId' in grant ? [grant.systemId] : systemsReached(grant.identity, 'admin');
  const reader = { systemIds, userId: grant.identity.userId };
  const answers: AuditLine[] = [];
  const open = await selectOpenCorrections(tx, reader, { userIds, fields });
  for (const correction of open.filter((one) => isDone(one, open, requestId))) {
    const answer = { outcome: 'answered', note: '' } as const;
    const about = done.lines.filter((line) => fieldsDone(line).includes(correction.field));
    const line = await giveAnswer(context, tx, grant, correction, answer, about);
    if (line) answers.push(line);
  }
  const [first, ...more] = [...done.lines, ...answers];
  return first ? record(done.result, first, ...more) : done;
}

/** The fields that have no value: what is done for one request about them is done for all. */
const fieldsOfNoValue: readonly CorrectionField[] = ['password', 'secondFactor'];

function isDone(one: FoundCorrection, open: readonly FoundCorrection[], requestId: number | undefined) {
  if (fieldsOfNoValue.includes(one.field)) return true;
  if (requestId !== undefined) return one.id === requestId;
  return open.filter(({ userId, field }) => userId === one.userId && field === one.field).length === 1;
}

/** Whom a line is about: the person who is its subject, or those moved between exams. */
function peopleOf({ subject = null, detail = {} }: Partial<AuditLine> = {}): readonly number[] {
  const userId = /^user:(\d+)$/.exec(subject ?? '')?.[1];
  return userId ? [Number(userId)] : ((detail.userIds as readonly number[] | undefined) ?? []);
}

/** The fields that a line says were changed; a new address counts when asked for, since the person confirms it. */
function fieldsDone({ action, detail = {} }: AuditLine): CorrectionField[] {
  if (action === 'candidates.moved' || action === 'candidate.enrolled') return ['exam'];
  if (action === 'user.factorsReset') return ['secondFactor'];
  if (action === 'user.passwordSet') return ['password'];
  if (action === 'user.newAddressAsked' || action === 'account.addressChanged') return ['email'];
  if (action !== 'user.corrected') return [];
  const named = (['language', 'studentNumber'] as const).filter((name) => name in detail);
  return 'firstName' in detail || 'lastName' in detail ? [...named, 'name'] : named;
}

export function describeAnswer(
  correction: Pick<FoundCorrection, 'userId' | 'systemId' | 'field' | 'firstName' | 'lastName'>,
  action: AuditAction,
  detail: { readonly reason?: string } = {},
): AuditLine {
  const { userId, systemId, field } = correction;
  const about = { name: joinNames(correction), correction: field, ...detail };
  return { action, subject: `user:${userId}`, systemId, detail: about };
}

/** @throws AppError `correction.notFound`, also for a request that has its answer */
export function withdrawCorrection(context: AppContext, grant: SignedInGrant, correctionId: number) {
  const { identity } = grant;
  const reader = { systemIds: systemsReached(identity, 'support'), userId: identity.userId };
  return write(context, grant, async (tx) => {
    const withdrawn = await deleteOpenCorrection(tx, reader, correctionId);
    if (!withdrawn) throw new AppError('correction.notFound');
    return record(true as const, describeAnswer(withdrawn, 'correction.withdrawn'));
  });
}
