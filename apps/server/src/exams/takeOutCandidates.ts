import type { TakenOut, takeOutCandidates as takeOutEndpoint } from '@guichet/contract/cohorts.removals';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import { record, unchanged, write } from '../audit/audit.service.ts';
import { getExam } from '../cohorts/cohorts.service.ts';
import { takeOutPlaces } from '../cohorts/removals/removals.service.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { enqueueNotice } from './notices.ts';

/**
 * Removes candidates from an exam; `sendEmail` tells those to whom a mail about it has left that they are no longer registered,
 * and returns the number of mails. Who was not in it is reported. Idempotent by `removalId`. @throws AppError `cohort.notFound`
 */
export async function takeOutCandidates(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  { sendEmail = false, ...form }: BodyOf<typeof takeOutEndpoint>,
): Promise<TakenOut> {
  const { systemId } = grant;
  const { removalId } = form;
  const of = { systemId, cohortId };
  const done = await write<TakenOut>(context, grant, async (tx) => {
    const { title, removal, imports, isNew } = await takeOutPlaces(context, tx, of, form);
    if (!isNew) return unchanged(removal);
    const { userIds } = removal;
    const notice = { kind: 'examLeft', removalId, userIds } as const;
    const told = sendEmail
      ? await enqueueNotice(context, tx, of, await getExam(tx, systemId, cohortId), notice)
      : null;
    const detail = {
      name: title,
      candidates: userIds.length,
      userIds,
      removalId,
      ...imports,
      ...(told !== null && { mails: told }),
    };
    const line = { action: 'candidates.unenrolled', subject: `cohort:${cohortId}`, detail } as const;
    return record({ ...removal, ...(told !== null && { told }) }, line);
  });
  context.notifier.notify('learning');
  context.notifier.notify('outbox');
  return done;
}
