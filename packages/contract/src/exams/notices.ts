import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { Language } from '../core/language.ts';
import { listPurposes } from '../mail/outbox.purposes.ts';
import { NoticeNotes, noteFields } from './notices.notes.ts';

/** The kinds of notices that tell candidates of their exam by mail. */
export const noticeKinds = listPurposes('isNotice');
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * Null in a language whose readers get no mail, since nothing has changed for them. `calendarFile`: the name of the file
 * with the exam for calendars that the mail carries.
 */
const NoticePreview = z.nullable(
  z.object({ subject: z.string(), html: z.string(), calendarFile: z.optional(z.string()) }),
);

export const previewNotice = endpoint('POST /api/exam/:systemId/:examId/notice', {
  summary:
    'Renders a mail that tells candidates of a change, a cancellation or its end, or that they are no longer registered or are again, in both languages; sends nothing.',
  access: { level: 'admin' },
  body: json(z.object({ kind: z.enum(noticeKinds), ...noteFields })),
  /**
   * `readers`: the languages of the candidates; `informed`: how many know the exam as it is, by language; `isRead`: whether somebody reads the answers to the mail; `awaiting`: the people
   * who know the exam as it is by an invitation that has not left, and the first of their names; absent without any.
   */
  reply: json(
    z.object({
      fr: NoticePreview,
      en: NoticePreview,
      readers: z.array(Language),
      informed: z.optional(z.object({ fr: z.int(), en: z.int() })),
      isRead: z.boolean(),
      awaiting: z.optional(z.object({ people: z.int(), names: z.array(z.string()) })),
    }),
  ),
});

export const announceExam = endpoint('POST /api/exam/:systemId/:examId/announce', {
  summary:
    'Mails what changed of title, day, hours, place and instructions to the candidates who have not been told, with a note; returns the number of mails.',
  access: { level: 'admin' },
  body: json(NoticeNotes),
  reply: json(z.int()),
});
