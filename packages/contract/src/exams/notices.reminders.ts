import * as z from 'zod/mini';
import { endpoint, instant, json, laterDay } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { InvitationPreview } from './notices.invitations.ts';

/** The least hours between two reminders about one exam to one person. */
export const hoursBetweenReminders = 24;
/** The most days before the exam for which a reminder is planned. */
export const mostDaysBefore = 60;

/** The most days before and after the exam for which a letter is planned. */
export const letterMostDays = 366;

const hour = z.int().check(z.minimum(0, 'hour'), z.maximum(23, 'hour'));

/** Why a person is reminded: they have no password of their own yet, or have never signed in with it. */
export const reminderCauses = ['noPassword', 'neverSignedIn'] as const;

export const PersonToRemind = z.object({
  id: z.int(),
  fullName: z.string(),
  email: z.string(),
  /** Null: the system has stated no language of a guest. */
  language: z.nullable(Language),
  /** Null for a guest: the system may not know what they did with their account. */
  cause: z.nullable(z.enum(reminderCauses)),
});
export type PersonToRemind = z.infer<typeof PersonToRemind>;

/** Why a planned reminder reached nobody at its hour. */
const unsentReasons = ['examOver', 'examCancelled', 'messageEmpty'] as const;
export type UnsentReason = (typeof unsentReasons)[number];

/** Why a change of the exam withdrew a planned reminder; another change that leaves time plans it again. */
export const withdrawReasons = ['hourPast', 'afterExam'] as const;
export type WithdrawReason = (typeof withdrawReasons)[number];

/** The effects that a change of an exam has on its planned reminders. */
export const RemindersOfMove = z.object({
  /** The number of reminders that get another hour, and the first of these hours. */
  moved: z.int(),
  next: z.nullable(instant),
  /** The number of reminders that are no longer sent. */
  withdrawn: z.int(),
});
export type RemindersOfMove = z.output<typeof RemindersOfMove>;

/** To whom a letter goes: decided when it leaves, but for the people who were chosen. */
export const audiences = ['all', 'notSignedIn', 'present', 'attested', 'chosen'] as const;
export type Audience = (typeof audiences)[number];

export const Reminder = z.object({
  id: z.int(),
  /** Days before the exam (after it: below 0), and the hour in the university's zone; null where sent by hand. */
  daysBefore: z.nullable(z.int()),
  hour: z.nullable(z.int()),
  /** When the reminder is due, or when it was sent or stopped. */
  at: instant,
  state: z.enum(['planned', 'sent', 'unsent', 'stopped']),
  /** Number of mails; null before the reminder was sent. Of a stopped letter, those that have left or failed by now. */
  mails: z.nullable(z.int()),
  unsentBecause: z.nullable(z.enum([...unsentReasons, ...withdrawReasons])),
  madeBy: z.string(),
  /** A reminder with a text of its own is a letter; null for any other. */
  letter: z.nullable(
    z.object({
      subjectFr: z.string(),
      subjectEn: z.string(),
      audience: z.enum(audiences),
      fileName: z.nullable(z.string()),
      /** The number of people concerned now who have no mail of this text and could get one. */
      missing: z.int(),
      /** The others, whose address is known not to exist. */
      leftOut: z.int(),
      /** Whether it can be planned again: it was stopped or withdrawn before it left, and nobody has its text. */
      isPlannable: z._default(z.boolean(), false),
      /** The hour for which such a letter was planned, while that hour is still to come; else null. */
      plannedAt: z._default(z.nullable(instant), null),
    }),
  ),
  /** The number of mails that have not left yet; of a stopped letter, the cancelled mails which may still leave. */
  leaving: z.int(),
  /** The number of mails that failed or came back and of which no copy has arrived. */
  failed: z.int(),
  /** The number of mails that were only written to files, since no mail server was set, and of which no copy has left. */
  filed: z._default(z.int(), 0),
});
export type Reminder = z.output<typeof Reminder>;

/** Mails of the exam that wait in the outbox until the moment for which they are planned. */
export const PlannedMails = z.object({ at: instant, mails: z.int() });
export type PlannedMails = z.output<typeof PlannedMails>;

export const TimeLine = z.object({
  /** When the exam ends, `hh:mm` in the university's zone, or '': no reminder leaves from then on. */
  endTime: z.string(),
  /** The day of the end where it is later than the exam's. */
  endDate: laterDay,
  /** The people whom a reminder would reach now. */
  people: z.array(PersonToRemind),
  /** People who were reminded of this exam less than `hoursBetweenReminders` ago. */
  tooSoon: z.int(),
  /** People with a mail about this exam that has not left yet. */
  mailUnderWay: z.int(),
  /** The languages of texts that would reach people without a password, but have no link to a first password. */
  lacksLink: z.array(Language),
  /** By the moment when they are due or were sent. */
  reminders: z.array(Reminder),
  plannedMails: z.array(PlannedMails),
});
export type TimeLine = z.output<typeof TimeLine>;

export const PlannedReminder = z.object({
  id: z.int(),
  examId: z.int(),
  title: z.string(),
  titleEn: z.string(),
  at: instant,
  madeBy: z.string(),
  isLetter: z.boolean(),
});
export type PlannedReminder = z.output<typeof PlannedReminder>;

export const listPlannedReminders = endpoint('GET /api/reminder/:systemId', {
  summary: 'Lists the reminders and letters that are planned in a system, by moment.',
  access: { level: 'admin' },
  reply: json(z.array(PlannedReminder)),
});

export const getTimeLine = endpoint('GET /api/reminder/:systemId/:examId', {
  summary: 'Returns whom a reminder about an exam would reach now, and which ones are planned or were sent.',
  access: { level: 'admin' },
  reply: json(TimeLine),
});

/** `requestId` is drawn when the dialog opens: a repeated request returns the number of mails of the first. */
export const sendReminder = endpoint('POST /api/reminder/:systemId/:examId', {
  summary:
    'Mails a reminder to the candidates who have no password or have never signed in; returns how many.',
  access: { level: 'admin' },
  body: json(z.object({ requestId: z.uuid() })),
  reply: json(z.int()),
});

export const planReminder = endpoint('POST /api/reminder/:systemId/:examId/plan', {
  summary:
    'Plans a reminder for an hour so many days before the exam. Whom it reaches is decided at that hour.',
  access: { level: 'admin' },
  body: json(
    z.object({
      daysBefore: z.int().check(z.minimum(0, 'daysBefore'), z.maximum(mostDaysBefore, 'daysBefore')),
      hour,
    }),
  ),
  reply: json(Reminder),
});

export const stopReminderOrLetter = endpoint('DELETE /api/reminder/:systemId/:examId/:reminderId', {
  summary:
    'Stops a planned reminder or letter, which then mails nobody; of a letter that is leaving, the mails that have not left; a mail that the mail server is receiving still arrives.',
  access: { level: 'admin' },
  reply: json(z.literal(true)),
});

export const readReminder = endpoint('GET /api/reminder/:systemId/:examId/:reminderId', {
  summary: 'Renders a reminder or a letter as the readers of each language would get it now.',
  access: { level: 'admin' },
  reply: json(z.object({ fr: z.nullable(InvitationPreview), en: z.nullable(InvitationPreview) })),
});

/**
 * `requestId` is drawn when the question opens: a repeated request sends nothing again. `atItsHour` plans the letter
 * again for its `plannedAt`, `plan` for another hour; both return 0.
 */
export const resumeLetter = endpoint('POST /api/reminder/:systemId/:examId/:reminderId', {
  summary:
    'Sends a letter, with its attachment, to those of its people who have no mail of its text, or plans a stopped letter again; returns the number of mails.',
  access: { level: 'admin' },
  body: json(
    z.object({
      requestId: z.uuid(),
      atItsHour: z.optional(z.boolean()),
      /** Days before the exam (after it: below 0), and the hour in the university's zone. */
      plan: z.optional(
        z.object({
          daysBefore: z
            .int()
            .check(z.minimum(-letterMostDays, 'daysBefore'), z.maximum(letterMostDays, 'daysBefore')),
          hour,
        }),
      ),
    }),
  ),
  reply: json(z.int()),
});
