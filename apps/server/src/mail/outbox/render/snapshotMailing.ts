import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { withoutBreaks } from '@guichet/contract/core/telephone';
import { hasTrait, type MailPurpose } from '@guichet/contract/mail/outbox.purposes';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { UniversityName } from '../../../core/database/universityName.ts';
import {
  isAnswered,
  type MailFrame,
  noReplyAddress,
  withUniversity,
} from '../../../systems/university/university.service.ts';
import { isIntricate, readWords, secretPlaceholders, toPlainText } from '../../richText/richText.service.ts';
import { type MailName, mailWords } from '../../texts/texts.service.ts';
import { listPlaceholders, withoutEmptyEdges, withoutEmptyLines } from './emptyLines.ts';
import { cutPreheader } from './greeting.ts';
import { smallPrint, withLinkNote, withoutLinkWords } from './linkNote.ts';
import type { Mailing, SharedVariables } from './mail.ts';
import { layOutMail } from './mailLayout.ts';
import { withPlaceLinks } from './mailLinks.ts';
import { withOwnEndNote } from './ownEndNote.ts';
import { sharedValues } from './renderMail.ts';

export interface NewMailing {
  /** The system whose administrators see its mails; null: super admins only. */
  readonly systemId: number | null;
  readonly purpose: MailPurpose | MailName;
  readonly language: Language;
  /** Null: the frame of the university, for a mail of no system. */
  readonly frame: MailFrame | null;
  readonly subject: string;
  /** Sanitised HTML of the body, with placeholders. */
  readonly body: string;
  /** The text beside the subject in inboxes, with placeholders; absent: the body's first words. */
  readonly preheader?: string;
  readonly attachmentId: number | null;
  /** Whether a sentence below the text says which files come with it. */
  readonly namesFiles?: boolean;
  readonly variables: SharedVariables;
  /** The plain texts of `bodiesOf`; absent for the portal's own texts, which are parsed quickly. */
  readonly words?: readonly [string, string];
}

export type MailingSource = Pick<NewMailing, 'subject' | 'body' | 'preheader'>;

/** The text that is laid out again when the exam changes; null for a mail that never changes. */
export function pickSource({ purpose, subject, body, preheader }: NewMailing): MailingSource | null {
  if (!hasTrait(purpose, 'isWritten')) return null;
  return { subject, body, ...(preheader && { preheader }) };
}

/**
 * Computes the plain text of an author's text; call before the transaction that stores the mailing.
 * @throws AppError `text.tooIntricate` for a text saved before there were limits, `busy`
 */
export async function prepareMailing(mailing: NewMailing): Promise<NewMailing> {
  const [words = '', noted = words] = await readWords([...new Set(bodiesOf(mailing))], 'body');
  return { ...mailing, words: [words, noted] };
}

/** The university's name and the frame of its mails, in the mailing's language. */
interface University {
  readonly name: UniversityName;
  readonly frame: MailFrame;
}

/** The laid-out text that all mails of a mailing share, with placeholders, as stored and previewed. */
export function snapshotMailing(
  { config }: Pick<AppContext, 'config'>,
  university: University,
  given: NewMailing,
): Omit<Mailing, 'id'> {
  const { language, subject, attachmentId } = given;
  const frame = withUniversity(given.frame, university.frame);
  const variables = { contact: contactIn(language, frame, university.name), ...given.variables };
  const mailing = { ...given, variables };
  const universityName = withoutBraces(university.name[language]);
  const [, noted] = bodiesOf(mailing);
  const [, text] = mailing.words ?? ['', toPlainText(noted)];
  const footer = [frame.office, phoneLine(frame.phone, language)].flatMap((line) =>
    line === null ? [] : [withoutBraces(line)],
  );
  return {
    language,
    from: { name: frame.from.name ?? universityName, address: frame.from.address ?? noReplyAddress(config) },
    replyTo: frame.replyTo,
    logoId: frame.logo?.id ?? null,
    subject,
    html: layOutMail({
      language,
      subject: withoutSecrets(subject),
      body: variables.examPlaceUrl ? withPlaceLinks(noted) : noted,
      universityName,
      logo: frame.logo,
      footer,
      preheader: preheaderFor(mailing),
    }),
    text: `${text}\n\n-- \n${[universityName, ...footer].join('\n')}\n`,
    attachmentId,
    variables,
  };
}

function phoneLine(phone: string | null, language: Language): string | null {
  if (phone === null) return null;
  return fillParams(mailWords[language].frame.phone, { phone: withoutBreaks(phone) });
}

/** The braces of a line that is not a text of the mailing must not look like a placeholder. */
function withoutBraces(line: string): string {
  return line.replace(/\{(?=\{)/g, '{ ');
}

/** Inboxes and notifications show titles and previews, so they hold no secret. */
function withoutSecrets(text: string): string {
  return secretPlaceholders.reduce((rest, name) => rest.replaceAll(`{{${name}}}`, ''), text);
}

/** The text beside the subject in inboxes: the author's, else the body's first words, else exam and day. */
export function preheaderFor(mailing: NewMailing): string {
  const values = sharedValues(mailing.variables);
  const own = withoutEmptyLines(mailing.preheader ?? '', values);
  if (own !== '') return own;
  const words = cutPreheader(withoutSecrets(mailing.words?.[0] ?? toPlainText(bodiesOf(mailing)[0])));
  const exam = (['examTitle', 'examDate'] as const).filter((name) => values[name] !== '');
  return words || exam.map((name) => `{{${name}}}`).join(' · ');
}

/** Instructions alone in a paragraph: an exam may have none, and nobody misses the paragraph then. */
const instructionsAlone = /<(p|li)>\s*\{\{\s*examInstructions\s*\}\}\s*<\/\1>/g;

/**
 * The placeholders without a value that readers would miss: in a line that `withoutEmptyLines` removes, or as
 * a gap in another line. Instructions alone in a paragraph are not missed.
 */
export function listEmptyPlaceholders(text: Written): ReadonlySet<string> {
  const values = sharedValues(text.variables);
  const used = listMentioned({ ...text, body: text.body.replace(instructionsAlone, '') });
  return new Set([...used].filter((name) => values[name] === ''));
}

type Written = Pick<NewMailing, 'subject' | 'preheader' | 'body' | 'variables'>;

export function listMentioned({ subject, preheader = '', body }: Omit<Written, 'variables'>) {
  return new Set(listPlaceholders(`${subject} ${preheader} ${body}`));
}

/** The words for all readers, without empty lines, for the preheader; and the body with the portal's additions. */
function bodiesOf(mailing: NewMailing): readonly [string, string] {
  // A body from before there were limits is rejected later, when its text is read.
  const body = isIntricate(mailing.body)
    ? mailing.body
    : withoutEmptyEdges(withoutEmptyLines(mailing.body, sharedValues(mailing.variables)));
  const timed = hasTrait(mailing.purpose, 'tellsTime') ? withOwnEndNote(body) : body;
  const noted = timed + attachedNote(mailing);
  return mailing.variables.linkUntil === undefined
    ? [body, noted]
    : [withoutLinkWords(body), withLinkNote(noted)];
}

function attachedNote({ language, attachmentId, namesFiles, variables }: NewMailing): string {
  if (!namesFiles) return '';
  const { document, calendar, moved } = mailWords[language].frame.attached;
  const told = attachmentId === null ? [] : [document];
  if (variables.calendarFile) told.push(variables.calendarFile === 'moved' ? moved : calendar);
  return told.length === 0 ? '' : `\n${smallPrint(told.join(' '))}`;
}

/** How readers of a mail get help, by what the whole frame has: an answer, a telephone, an office, else their program at the university. */
export function contactIn(language: Language, frame: MailFrame, university: UniversityName): string {
  const { contact } = mailWords[language].frame;
  const isRead = isAnswered(frame);
  const { phone, office } = frame;
  if (phone) return fillParams(contact[isRead ? 'replyOrCall' : 'call'], { phone: withoutBreaks(phone) });
  if (isRead) return contact.reply;
  return office
    ? fillParams(contact.office, { office })
    : fillParams(contact.program, { university: university[language] });
}
