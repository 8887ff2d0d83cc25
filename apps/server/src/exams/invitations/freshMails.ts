import { dayInWords } from '@guichet/contract/core/dayInWords';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { MessageKind } from '@guichet/contract/mail/messages';
import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { accountLinks, lastLinkDay } from '../../identity/account/account.service.ts';
import {
  openMailing,
  type PresentContent,
  prepareMailing,
  replaceMailing,
  type SourceOfMailing,
  selectSources,
} from '../../mail/outbox/outbox.service.ts';
import { getExam, setInformedBy } from '../cohorts/cohorts.service.ts';
import { invitationOf } from './invitation.ts';

/**
 * Lets the mails about an exam that have not left say what holds now, in the text that they were queued with; returns the ids of
 * those whose invitation it is: they know nothing of the exam yet.
 */
export async function refreshUnsentMails(
  context: AppContext,
  tx: WriteTx,
  of: { readonly systemId: number; readonly cohortId: number },
  exam: ExamFacts,
): Promise<number[]> {
  const invited: number[] = [];
  for (const old of await selectSources(tx, of)) {
    const userIds = await replaceMailing(tx, of, {
      from: old.id,
      to: await freshMailing(context, tx, old, exam),
    });
    if (old.purpose === 'invitation') invited.push(...userIds);
  }
  return invited;
}

/** The id of the same text with the exam as it is; the former one where nothing differs. */
async function freshMailing(
  context: AppContext,
  tx: WriteTx,
  { id, systemId, purpose, language, source, attachmentId, variables, plannedFor }: SourceOfMailing,
  exam: ExamFacts,
): Promise<number> {
  const text = { kind: purpose as MessageKind, language, attachmentId, ...source };
  const fresh = await invitationOf(tx, systemId, text, exam);
  // From which exam its reader was moved stays as it is.
  const { formerTitle, formerDate } = variables;
  const now = { ...fresh.variables, ...(formerTitle && formerDate && { formerTitle, formerDate }) };
  if (variables.linkUntil !== undefined) {
    const lastDay = lastLinkDay(context, plannedFor ?? context.clock.now(), exam.examDate);
    Object.assign(now, { linkUntil: dayInWords(lastDay, language) });
  }
  const names = ['examTitle', 'examDate', 'examTime', 'examPlace', 'examInstructions', 'linkUntil'] as const;
  if (names.every((name) => now[name] === variables[name])) return id;
  return openMailing(context, tx, await prepareMailing({ ...fresh, variables: now }));
}

/** Mails that are sent again say what holds now, with links that work, and who gets an invitation so knows it. */
export function presentContent(context: AppContext): PresentContent {
  return {
    links: accountLinks(context),
    async refresh(tx, mailIds) {
      const fresh = new Map<number, number>();
      for (const old of await selectSources(tx, { mailIds })) {
        const exam = await getExam(tx, old.systemId, old.cohortId);
        fresh.set(old.id, await freshMailing(context, tx, { ...old, plannedFor: null }, exam));
      }
      return fresh;
    },
    noteTold: setInformedBy,
  };
}
