import { hoursBetweenReminders } from '@guichet/contract/exams/reminders';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { linkToFirstPassword } from '../../identity/account/account.service.ts';
import { enqueueMails, openMailing } from '../../mail/outbox/outbox.service.ts';
import type { InvitationTexts } from '../invitations/invitations.service.ts';
import * as queries from './reminders.queries.ts';

/** The candidates who have yet to sign in: the people a reminder would reach now, and those left out. */
export async function findCandidatesToRemind(db: ReadDb, of: queries.CohortOf, now: Date) {
  const since = secondsAfter(now, -hoursBetweenReminders * 60 * 60);
  const candidates = await queries.selectCandidatesToRemind(db, of, since);
  const others = candidates.filter(({ wasReminded }) => !wasReminded);
  const people = others.filter(({ isMailUnderWay }) => !isMailUnderWay);
  return {
    people,
    tooSoon: candidates.length - others.length,
    mailUnderWay: others.length - people.length,
  };
}

/** Queues a reminder's mails, in people's languages; returns the number. Notify `outbox` after the commit. */
export async function enqueueReminder(
  context: AppContext,
  tx: WriteTx,
  of: queries.CohortOf & { readonly reminderId: number },
  texts: InvitationTexts,
  people: readonly queries.Candidate[],
): Promise<number> {
  const { systemId, cohortId, reminderId } = of;
  const now = context.clock.now();
  const open = (language: 'fr' | 'en') => {
    const text = texts.of[language];
    return text && people.some((person) => person.language === language)
      ? openMailing(context, tx, text)
      : null;
  };
  const mailingOf = { fr: await open('fr'), en: await open('en') };
  const mails = people.flatMap((person) => {
    const { id: userId, firstName, lastName, email, language } = person;
    const mailingId = mailingOf[language];
    const secretLink = linkToFirstPassword(person, cohortId, now);
    const variables = { firstName, lastName, email, ...(secretLink && { secretLink }) };
    const key = `reminder:${reminderId}:${userId}`;
    return mailingId === null ? [] : [{ mailingId, systemId, cohortId, userId, key, variables }];
  });
  return enqueueMails(tx, mails, now);
}
