import type { Language } from '@guichet/contract/core/language';
import type { Exam } from '@guichet/contract/exams';
import { examWords } from '../cohorts/cohorts.service.ts';
import { findTitle } from '../content/content.service.ts';
import { enqueueCohortMails, openMailing } from '../outbox/outbox.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { getSystem } from '../systems/systems.service.ts';
import { type Change, noticeText } from './noticeTexts.ts';

/** What candidates are told of their exam; `announced` is what they know of it. */
export type Notice =
  | { readonly kind: 'examChanged'; readonly announced: Announced }
  | { readonly kind: 'examCancelled' | 'examReactivated' };

type Announced = Pick<Exam, 'examDate' | 'startTime' | 'endTime' | 'placeFr' | 'placeEn' | 'placeUrl'> & {
  readonly since: string;
};

/**
 * Queues one mail for each candidate, in her language; returns their number. The sequence of the exam in the key lets no
 * notice go twice. Notify `outbox` after the commit.
 */
export async function enqueueNotice(
  context: AppContext,
  tx: WriteTx,
  of: { readonly systemId: number; readonly cohortId: number },
  exam: Exam,
  notice: Notice,
): Promise<number> {
  const { systemId, cohortId } = of;
  const { emailFrom, emailFromName } = await getSystem(tx, systemId);
  const open = async (language: Language) => {
    const now = examWords(exam, language);
    const announced = notice.kind === 'examChanged' ? notice.announced : exam;
    const former = examWords({ ...exam, ...announced }, language);
    return openMailing(context, tx, {
      systemId,
      purpose: notice.kind,
      language,
      from: emailFrom ? { address: emailFrom, name: emailFromName } : null,
      ...noticeText(notice.kind, language, changesOf(former, now)),
      attachmentId: null,
      variables: {
        ...now,
        formerDate: former.examDate,
        formerTime: former.examTime,
        formerPlace: former.examPlace,
        systemTitle: await findTitle(tx, systemId, language),
        linkSystemId: systemId,
      },
    });
  };
  const [fr, en] = [await open('fr'), await open('en')];
  return enqueueCohortMails(tx, {
    ...of,
    mailingOf: { fr, en },
    key: `${notice.kind}:${cohortId}:${exam.sequence}`,
    enrolledUntil: notice.kind === 'examChanged' ? new Date(notice.announced.since) : null,
    now: context.clock.now(),
  });
}

type Words = ReturnType<typeof examWords>;

/** The lines of day, hours and place: what each was and is. */
function changesOf(former: Words, now: Words): Change[] {
  return (
    [
      ['Date', former.examDate, now.examDate],
      ['Time', former.examTime, now.examTime],
      ['Place', former.examPlace, now.examPlace],
    ] as const
  ).map(([what, before, after]) => ({
    what,
    wasSet: before !== '',
    isSet: after !== '',
    isNew: before !== after,
  }));
}
