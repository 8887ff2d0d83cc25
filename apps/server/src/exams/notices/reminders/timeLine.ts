import { languages } from '@guichet/contract/core/language';
import type { MailForecast } from '@guichet/contract/exams/notices.invitations';
import type { Reminder, TimeLine } from '@guichet/contract/exams/notices.reminders';
import type { MessageKind } from '@guichet/contract/mail/messages';
import { lacksPasswordLink } from '@guichet/contract/mail/messages.gaps';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { joinNames, languageAsStated, selectGuests } from '../../../identity/users/users.service.ts';
import { getMessagesForMailing } from '../../../mail/messages/messages.service.ts';
import { listPlannedMails } from '../../../mail/outbox/outbox.service.ts';
import { identifyReader } from '../../enrolments/enrolments.service.ts';
import { getExam, type OfExam } from '../../facts/facts.service.ts';
import { countAmong, findInvitationTexts, forecastMail } from '../invitations/invitations.service.ts';
import { selectAudience } from './audience.queries.ts';
import { findMissed, type Missed } from './missedReaders.ts';
import { findComingHour, isPlannable } from './planning.ts';
import * as queries from './reminders.queries.ts';
import { findCandidatesToRemind, withExam } from './reminding.ts';

/**
 * The forecast of the saved invitation or reminder of an exam. Readers of a reminder are known, those of an invitation
 * are yet to come.
 * @throws AppError `exam.notFound`
 */
export async function forecastMessage(
  context: AppContext,
  of: OfExam,
  kind: MessageKind,
): Promise<MailForecast> {
  const db = context.database.read;
  const exam = await getExam(db, of, { alsoCancelled: true });
  const texts = await findInvitationTexts(context, of.systemId, exam, { kind });
  if (kind === 'invitation') return forecastMail(context, exam, texts);
  const readers = await selectAudience(db, of, { audience: 'notSignedIn' });
  return forecastMail(context, exam, texts, countAmong(readers));
}

/** @throws AppError `exam.notFound` */
export async function getTimeLine(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  examId: number,
): Promise<TimeLine> {
  const db = context.database.read;
  const of = { systemId, examId };
  const now = context.clock.now();
  const exam = await getExam(db, of);
  const { endTime, endDate } = exam;
  const { people, ...others } = await findCandidatesToRemind(db, of, now);
  const told = people.map((person) => ({
    id: person.id,
    fullName: joinNames(person),
    email: person.email,
    language: person.language,
    cause:
      person.hasPassword && !person.mustChoosePasswordSince
        ? ('neverSignedIn' as const)
        : ('noPassword' as const),
  }));
  const texts = (await getMessagesForMailing(db, { systemId, kind: 'reminder', examId })).of;
  const lacking = told.map(({ cause, language }) => {
    const text = texts[language];
    return cause === 'noPassword' && text && lacksPasswordLink(text) && text.language;
  });
  const missed = await findMissed(db, of, now);
  const guests = await selectGuests(
    db,
    people.map(({ id }) => id),
    identifyReader(context, identity),
  );
  return {
    endTime,
    endDate,
    people: told.map((person) => {
      const stated = guests.get(person.id);
      return stated ? { ...person, language: languageAsStated(stated), cause: null } : person;
    }),
    ...others,
    lacksLink: languages.filter((language) => lacking.includes(language)),
    reminders: (await queries.selectReminders(db, of, now))
      .map((row) => listed(row, missed.get(row.id), findComingHour(context, exam, row)))
      .map(({ letter, ...one }) => ({
        ...one,
        letter: letter && withExam(letter, exam, context.config.timeZone),
      })),
    plannedMails: await listPlannedMails(db, of),
  };
}

export function listed(row: queries.ReminderRow, missed?: Missed, comingHour: Date | null = null): Reminder {
  const { state, dueAt, sentAt, lastError, fileName, letter, ...reminder } = row;
  const canBePlanned = isPlannable(row, missed);
  const withdrawn = queries.withdrawnBecause({ state, lastError });
  const unsentBecause = reminder.unsentBecause ?? withdrawn;
  const ended = unsentBecause !== null || state === 'failed' ? 'unsent' : sentAt ? 'sent' : 'planned';
  return {
    ...reminder,
    letter: letter && {
      ...letter,
      fileName,
      missing: ended === 'planned' && state !== 'stopped' ? 0 : (missed?.userIds.length ?? 0),
      leftOut: missed?.leftOut ?? 0,
      isPlannable: canBePlanned,
      plannedAt: canBePlanned ? comingHour : null,
    },
    unsentBecause,
    at: sentAt ?? dueAt,
    state: state === 'stopped' && !withdrawn ? 'stopped' : ended,
  };
}
