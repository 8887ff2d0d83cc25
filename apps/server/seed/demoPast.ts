import { systemTransaction } from '../src/core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../src/core/context/appContext.ts';
import { dayIn, secondsAfter } from '../src/core/runtime/clock.ts';
import { seedDemoPlaces } from '../src/exams/enrolments/enrolments.service.ts';
import { createExamSpace } from '../src/exams/exam/exams.service.ts';
import { seedDemoHistory } from '../src/identity/users/users.service.ts';
import { planEnrolments, platformUserPrefix } from '../src/learning/learning.service.ts';
import { candidateHistories, type DemoList } from './demoCandidates.ts';

const day = 24 * 60 * 60;

/** The same context with a clock set back by this many days. */
export function contextAt(context: AppContext, daysAgo: number): AppContext {
  const then = secondsAfter(context.clock.now(), -daysAgo * day);
  const today = dayIn(context.config.timeZone)(then);
  return { ...context, clock: { ...context.clock, now: () => then, today: () => today } };
}

/** Past exam sessions, the oldest first; `share` of today's candidates took part. */
const sessions = [
  { title: 'Séance 1 – groupe A', titleEn: 'Sitting 1 – group A', daysAgo: 240, share: 0.4 },
  {
    title: 'Séance 2 – groupe A',
    titleEn: 'Sitting 2 – group A',
    daysAgo: 110,
    share: 0.7,
  },
] as const;

export type PastSession = (typeof sessions)[number] & { readonly examId: number; readonly courseId: string };

/** Creates past exam spaces, each a month before its exam; of all systems in the order of time, as the audit log has it. */
export async function openPastSessions(context: AppContext, grants: readonly SystemGrant[]) {
  const opened = new Map<number, PastSession[]>();
  for (const session of sessions)
    for (const grant of grants) {
      const daysAgo = daysAgoIn(grant, session);
      const examDate = contextAt(context, daysAgo).clock.today();
      const form = { title: session.title, titleEn: session.titleEn, examDate };
      const { id, courseId } = await createExamSpace(contextAt(context, daysAgo + 30), grant, form);
      const before = opened.get(grant.systemId) ?? [];
      opened.set(grant.systemId, [...before, { ...session, examId: id, courseId }]);
    }
  return opened;
}

/** Writes the history of today's candidates: past exams and their last visit. */
export async function livePast(
  context: AppContext,
  grant: SystemGrant,
  past: readonly PastSession[],
  list: DemoList,
  passwordHash: string,
): Promise<void> {
  const { systemId } = grant;
  const now = context.clock.now();
  const candidates = candidateHistories(list);
  const satBy = (n: number) => past.filter(({ share }) => n < list.count * share);
  const ago = (days: number) => secondsAfter(now, -days * day);
  const lives = candidates.map(({ daysSinceVisit, ...life }, n) => {
    const [first] = satBy(n);
    const createdAt = first ? ago(daysAgoIn(grant, first) + 30) : now;
    return { ...life, createdAt, lastVisitAt: first ? ago(daysSinceVisit) : null };
  });
  await systemTransaction(context, async (tx) => {
    for (const [at, session] of past.entries()) {
      const { examId, courseId } = session;
      const importId = context.clock.uuid();
      const enrolledAt = ago(daysAgoIn(grant, session) + 30);
      await seedDemoPlaces(tx, {
        systemId,
        examId,
        importId,
        keyPrefix: platformUserPrefix,
        enrolledAt,
        attestedAt: ago(daysAgoIn(grant, session) - 7),
        // Three in four pass, different ones in each session.
        candidates: candidates
          .map(({ email }, n) => ({ email, isAttested: (n + at) % 4 !== 3 }))
          .filter((_candidate, n) => satBy(n).includes(session)),
      });
      await planEnrolments(tx, { systemId, courseId, examId, importId, now });
    }
    await seedDemoHistory(tx, lives, passwordHash);
  });
}

/** Shifts the dates slightly between systems. */
function daysAgoIn({ systemId }: SystemGrant, { daysAgo }: { readonly daysAgo: number }): number {
  return daysAgo - systemId * 3;
}
