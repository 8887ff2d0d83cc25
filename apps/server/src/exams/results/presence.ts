import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { setPresence as presenceEndpoint } from '@guichet/contract/exams/results';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { findAccount, joinNames } from '../../identity/users/users.service.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import { getAttestable } from './attestation.service.ts';

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
