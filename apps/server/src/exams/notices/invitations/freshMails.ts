import { dayInWords } from '@guichet/contract/core/inWords';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { accountLinks, lastLinkDay } from '../../../identity/account/account.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { setInformedBy } from '../../enrolments/enrolments.service.ts';
import { getExam, type OfExam } from '../../facts/facts.service.ts';
import { makeInvitation } from './invitation.ts';

/**
 * Gives the unsent mails about an exam its present facts, in the text that they were queued with; returns the
 * ids of people whose invitation is among them: they know nothing of the exam yet.
 */
export async function refreshUnsentMails(
  context: AppContext,
  tx: WriteTx,
  of: OfExam,
  exam: ExamFacts,
): Promise<number[]> {
  const invited: number[] = [];
  for (const old of await outbox.selectSources(tx, of)) {
    const userIds = await outbox.replaceMailing(tx, of, {
      from: old.id,
      to: await freshMailing(context, tx, old, exam),
    });
    if (old.purpose === 'invitation') invited.push(...userIds);
  }
  return invited;
}

/** The same for mails that were just queued, where somebody has changed the exam since their texts were read. */
export async function refreshIfChanged(
  context: AppContext,
  tx: WriteTx,
  { version, ...of }: OfExam & { readonly version: number },
): Promise<void> {
  const exam = await getExam(tx, of, { alsoCancelled: true });
  if (exam.version !== version) await refreshUnsentMails(context, tx, of, exam);
}

/** The id of a mailing with the same text and the exam as it is; the former id where nothing differs. */
async function freshMailing(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, purpose, language, source, attachmentId, variables, plannedFor }: outbox.SourceOfMailing,
  exam: ExamFacts,
): Promise<number> {
  const text = { kind: purpose as MessageKind | 'letter', language, attachmentId, ...source };
  const fresh = await makeInvitation(context, tx, systemId, text, exam);
  // The exam from which the readers were moved stays as it was in the mail.
  const { formerTitle, formerDate, formerTime, formerPlace, calendarFile } = variables;
  const now = {
    ...fresh.variables,
    ...(formerTitle && { formerTitle, formerDate, formerTime, formerPlace }),
    ...(fresh.variables.calendarFile && calendarFile && { calendarFile }),
  };
  if (variables.linkUntil !== undefined) {
    const lastDay = lastLinkDay(context, plannedFor ?? context.clock.now(), exam.endDate || exam.examDate);
    Object.assign(now, { linkUntil: dayInWords(lastDay, language) });
  }
  const names = ['examTitle', 'examDate', 'examTime', 'examPlace', 'examInstructions', 'linkUntil'] as const;
  if (names.every((name) => now[name] === variables[name])) return id;
  return outbox.openMailing(context, tx, await outbox.prepareMailing({ ...fresh, variables: now }));
}

/** Gives mails sent again the exam's present facts and working links; notes what their readers then know. */
export function presentContent(context: AppContext): outbox.PresentContent {
  return {
    links: accountLinks(context),
    async refresh(tx, mailIds) {
      const fresh = new Map<number, number>();
      for (const old of await outbox.selectSources(tx, { mailIds })) {
        const exam = await getExam(tx, old, { alsoCancelled: true });
        fresh.set(old.id, await freshMailing(context, tx, { ...old, plannedFor: null }, exam));
      }
      return fresh;
    },
    noteTold: setInformedBy,
  };
}
