/**
 * Gathers what home tells administrators: the next exams of their systems, what needs attention, and on the first day what
 * the portal still needs. Owns the steps of the first day that a trial or a confirmation completes; other rooms report
 * their own steps.
 */
import { firstSteps, type SystemWork, shownExams } from '@guichet/contract/overview/home';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { makeBatchLoader } from '../../core/runtime/concurrency/batchLoader.ts';
import { countToInvite } from '../../exams/enrolments/enrolments.service.ts';
import { listComingExams, localMoment, selectBeginnings } from '../../exams/facts/facts.service.ts';
import { listMessageGaps } from '../../mail/messages/messages.service.ts';
import { countUnresolvedMails } from '../../mail/outbox/outbox.service.ts';
import { listSenders } from './senders.ts';

type Scope = number | 'all';
const loaders = new WeakMap<AppContext, (scope: Scope) => Promise<readonly SystemWork[] | undefined>>();

/** Simultaneous readers share statements that begin after each reader has asked: no figure is older than its question. */
export async function listSystemWork(
  context: AppContext,
  { systemIds }: SystemsGrant,
): Promise<SystemWork[]> {
  let load = loaders.get(context);
  if (!load) {
    load = makeBatchLoader((scopes) => loadWork(context, scopes));
    loaders.set(context, load);
  }
  const scopes = systemIds === 'all' ? (['all'] as const) : systemIds;
  const work = await Promise.all(scopes.map(load));
  return work.flatMap((found) => found ?? []);
}

/** The work by system, and under 'all' the work of all these systems. */
async function loadWork(context: AppContext, scopes: readonly Scope[]) {
  const systemIds = scopes.includes('all') ? 'all' : (scopes as readonly number[]);
  const work = await context.database.within(systemIds, () => countWork(context, systemIds));
  const found = new Map<Scope, readonly SystemWork[]>(work.map((one) => [one.systemId, [one]]));
  return found.set('all', work);
}

/** Takes six statements, whatever the number of systems, and two more where one has not had an exam. */
async function countWork(context: AppContext, systemIds: TenantScope): Promise<SystemWork[]> {
  const now = localMoment(context);
  const [exams, toInvite, mails, gaps, beginnings] = await Promise.all([
    listComingExams(context, systemIds, now, shownExams),
    countToInvite(context.database.read, systemIds, now, shownExams),
    countUnresolvedMails(context, systemIds),
    listMessageGaps(context.database.read, systemIds),
    selectBeginnings(context.database.read, systemIds, now.day),
  ]);
  const work = gaps.map(({ systemId, gap, reminderGap, isWritten }) => {
    const coming = exams.of(systemId);
    const { hasPeople = false, hasPassed = false } = beginnings.get(systemId) ?? {};
    const isSeen = coming.nextExams.some(({ candidates, notSignedIn }) => candidates > notSignedIn);
    const done = {
      exam: hasPeople || coming.comingExams > 0,
      text: isWritten,
      list: hasPeople,
      people: false,
    };
    return {
      systemId,
      ...coming,
      nextExams: coming.nextExams.map((exam) => ({ ...exam, toInvite: toInvite.get(exam.examId) ?? 0 })),
      unresolvedMails: mails.get(systemId) ?? 0,
      messageGap: gap,
      reminderGap,
      firstSteps: hasPassed || isSeen ? null : firstSteps.map((step) => ({ step, isDone: done[step] })),
    };
  });
  // Asked for new systems alone, since home is read often.
  const isNew = work.some((one) => one.firstSteps !== null);
  const senders = isNew ? await listSenders(context) : [];
  // An administrator may not be allowed to choose the sender; the portal's own stands in.
  const lacking = new Set(senders.flatMap(({ id, isRead }) => (isRead ? [] : id)));
  return work.map((one) => ({ ...one, hasSender: !lacking.has(one.systemId) }));
}
