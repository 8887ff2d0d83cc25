/**
 * Gathers what home tells administrators: the next exams of their systems, what needs attention, and on the first day what the
 * portal still needs. Owns the steps of that day which only a try or a word settles; each module counts its own.
 */
import { type SystemWork, shownExams } from '@guichet/contract/home';
import { listComingExams } from '../cohorts/cohorts.service.ts';
import { listMessageGaps } from '../messages/messages.service.ts';
import { countUnresolvedMails } from '../outbox/outbox.service.ts';
import type { SystemsGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';

/** Four statements, whatever the number of systems. */
export async function listSystemWork(
  context: AppContext,
  { systemIds }: SystemsGrant,
): Promise<SystemWork[]> {
  const exams = await listComingExams(context, systemIds, shownExams);
  const mails = await countUnresolvedMails(context, systemIds);
  const gaps = await listMessageGaps(context.database.read, systemIds);
  return gaps.map(({ systemId, gap }) => ({
    systemId,
    ...exams.of(systemId),
    unresolvedMails: mails.get(systemId) ?? 0,
    messageGap: gap,
  }));
}
