import type { Language } from '@guichet/contract/core/language';
import type { Exam, NoticeKind } from '@guichet/contract/exams';
import { examWords, getExam, type KnownFacts, selectKnownFacts } from '../cohorts/cohorts.service.ts';
import { findTitle } from '../content/content.service.ts';
import {
  enqueueCohortMails,
  type NewMailing,
  openMailing,
  previewMail,
  sampleCandidate,
} from '../outbox/outbox.service.ts';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { findMailFrame } from '../systems/systems.service.ts';
import { type Change, noticeText } from './noticeTexts.ts';

/** What candidates are told of their exam; a change to those who know `known` of it. */
export type Notice =
  | { readonly kind: 'examChanged'; readonly known: KnownFacts }
  | { readonly kind: Exclude<NoticeKind, 'examChanged'> };

/**
 * Queues one mail for each candidate whom it concerns, in her language; returns their number. The sequence of the exam in the key lets no
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
  const open = async (language: Language) =>
    openMailing(context, tx, await noticeMailing(tx, systemId, exam, notice, language));
  const [fr, en] = [await open('fr'), await open('en')];
  return enqueueCohortMails(tx, {
    ...of,
    mailingOf: { fr, en },
    key: `${notice.kind}:${cohortId}:${exam.sequence}`,
    knownFacts: notice.kind === 'examChanged' ? notice.known : null,
    now: context.clock.now(),
  });
}

/** A notice as candidates would get it now, in each language; stores nothing. @throws AppError `cohort.notFound` */
export async function previewNotice(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  cohortId: number,
  kind: NoticeKind,
): Promise<Record<Language, { readonly subject: string; readonly html: string }>> {
  const db = context.database.read;
  const exam = await getExam(db, systemId, cohortId);
  // As most of those will get it who do not know.
  const [known = exam] = await selectKnownFacts(db, { systemId, cohortId });
  const notice = kind === 'examChanged' ? { kind, known } : { kind };
  const preview = async (language: Language) => {
    const mailing = await noticeMailing(db, systemId, exam, notice, language);
    const { subject, html } = await previewMail(context, mailing, sampleCandidate(identity.email));
    return { subject, html };
  };
  return { fr: await preview('fr'), en: await preview('en') };
}

async function noticeMailing(
  db: ReadDb,
  systemId: number,
  exam: Exam,
  notice: Notice,
  language: Language,
): Promise<NewMailing> {
  const now = examWords(exam, language);
  const known = notice.kind === 'examChanged' ? notice.known : exam;
  const former = examWords({ ...exam, ...known }, language);
  return {
    systemId,
    purpose: notice.kind,
    language,
    frame: await findMailFrame(db, systemId, language),
    ...noticeText(notice.kind, language, changesOf(former, now)),
    attachmentId: null,
    variables: {
      ...now,
      formerDate: former.examDate,
      formerTime: former.examTime,
      formerPlace: former.examPlace,
      systemTitle: await findTitle(db, systemId, language),
      linkSystemId: systemId,
    },
  };
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
