/** Owns the marks of candidates as attended with success. Does not know lists of results. */

import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { setPresence as presenceEndpoint } from '@guichet/contract/exams/results';
import type { Marks } from '@guichet/contract/exams/results.grades';
import { type AuditLine, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { findAccount, joinNames } from '../../identity/users/users.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import { getExam, type OfExam } from '../facts/facts.service.ts';

/** An exam with candidates to mark. @throws AppError `exam.notFound`, `exam.examAhead` before its day */
export async function getAttestable({ clock }: AppContext, db: ReadDb, of: OfExam) {
  const exam = await getExam(db, of);
  if (exam.examDate > clock.today()) throw new AppError('exam.examAhead');
  return exam;
}

/** An exam's candidates as the reader sees them, each with the time of the mark or null. @throws AppError `exam.notFound` */
export async function listMarks(
  db: ReadDb,
  of: OfExam,
  reader: ReturnType<typeof enrolments.identifyReader>,
) {
  await getExam(db, of);
  const candidates = await enrolments.selectCandidates(db, of, reader);
  return candidates.map((one) => ({
    ...one,
    fullName: joinNames(one),
    isAttested: one.attestedAt !== null,
  }));
}

/**
 * Marks all these candidates as attended with success, or takes back their marks; all or none. Returns the ids that
 * changed.
 * @throws AppError `exam.notFound`, `user.notFound` for somebody who is not in the exam, `exam.examAhead`,
 * `exam.notPresent` for somebody not ticked as present in an exam where people were ticked
 */
export async function attestCandidates(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { userIds, isAttested }: { readonly userIds: readonly number[]; readonly isAttested: boolean },
): Promise<number[]> {
  const marks = { marked: isAttested ? [...userIds] : [], unmarked: isAttested ? [] : [...userIds] };
  const changed = await setResults(context, grant, examId, marks);
  return [...changed.marked, ...changed.unmarked];
}

/**
 * Marks some candidates and takes back the marks of others. Returns the ids that changed.
 * @param check - throws within the transaction where the marks must not be set
 * @throws AppError as `attestCandidates`
 */
export async function setResults(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  marks: Marks,
  check?: (tx: WriteTx) => Promise<void>,
): Promise<Marks> {
  const of = { systemId: grant.systemId, examId };
  const userIds = [...new Set([...marks.marked, ...marks.unmarked])];
  return write(context, grant, async (tx) => {
    await check?.(tx);
    const exam = marks.marked.length > 0 ? await getAttestable(context, tx, of) : await getExam(tx, of);
    const places = await enrolments.lockPlaces(tx, { ...of, userIds });
    if (places.length < userIds.length) throw new AppError('user.notFound');
    const isNewWithout = ({ userId, attestedAt, presence }: enrolments.Place) =>
      attestedAt === null && presence !== 'present' && marks.marked.includes(userId);
    if (places.some(isNewWithout) && (await enrolments.isPresenceTaken(tx, of)))
      throw new AppError('exam.notPresent');
    const unmarked = await enrolments.markAttested(tx, { ...of, userIds: marks.unmarked }, null);
    const marked = await enrolments.markAttested(tx, { ...of, userIds: marks.marked }, context.clock.now());
    const lineAbout = (action: AuditLine['action'], userIds: readonly number[]): AuditLine[] => {
      const detail = { name: exam.title, candidates: userIds.length, userIds };
      return userIds.length === 0 ? [] : [{ action, subject: `exam:${examId}`, detail }];
    };
    const [first, ...more] = [
      ...lineAbout('candidates.attestationTakenBack', unmarked),
      ...lineAbout('candidates.attested', marked),
    ];
    const changed = { marked, unmarked };
    return first ? record(changed, first, ...more) : unchanged(changed);
  });
}

/**
 * Ticks a candidate as present or absent, or takes the tick back; false where a later tick stands.
 * @throws AppError `exam.notFound`, `exam.examAhead`, `user.notFound` for somebody who is not in the exam,
 * `exam.attestedPresent` for an absence of somebody who has the attestation, or no tick where others are ticked
 */
export async function setPresence(
  context: AppContext,
  grant: SystemGrant,
  { examId, userId }: { readonly examId: number; readonly userId: number },
  { presence, secondsAgo }: BodyOf<typeof presenceEndpoint>,
  arrived: Date,
): Promise<boolean> {
  const of = { systemId: grant.systemId, examId };
  // Ticks that wait here together for the database keep their order.
  const at = secondsAfter(arrived, -secondsAgo);
  return write(context, grant, async (tx) => {
    const { title } = await getAttestable(context, tx, of);
    const [place] = await enrolments.lockPlaces(tx, { ...of, userIds: [userId] });
    if (!place) throw new AppError('user.notFound');
    const isSame = place.presence === presence;
    if (place.presenceAt && place.presenceAt > at) return unchanged(isSame);
    const isAbsent = async () => presence === 'absent' || (await enrolments.isPresenceTaken(tx, of, userId));
    if (!isSame && presence !== 'present' && place.attestedAt && (await isAbsent()))
      throw new AppError('exam.attestedPresent');
    await enrolments.updatePresence(tx, { ...of, userId }, { presence, at, by: grant.identity.userId });
    // The latest hour counts, or an older tick that waited for a network would undo the repeated one.
    if (isSame) return unchanged(true);
    const person = await findAccount(tx, userId);
    return record(true, {
      action: 'candidate.presenceTicked',
      subject: `user:${userId}`,
      detail: {
        name: person ? joinNames(person) : '',
        exam: title,
        examId,
        presence: { from: place.presence ?? '', to: presence ?? '' },
        ...(secondsAgo > 0 && { tickedAt: at }),
      },
    });
  });
}
