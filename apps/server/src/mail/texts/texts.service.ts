/** Owns the words of the portal's mails and about mails, a file for each language, not who reads them. */
import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { makeSlug } from '@guichet/contract/systems/systemFields';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

export const mailWords: Readonly<Record<Language, typeof fr>> = { fr, en };

export type MailName = keyof typeof fr.mails;

/** Subject, preheader and body as stored: HTML with placeholders. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
  readonly preheader?: string;
}

/** The text of a mail of the portal's own; `more`: paragraphs after those of the file. Contains no user input. */
export function mailText(name: MailName, language: Language, more: readonly string[] = []): MailText {
  const { greeting, mails } = mailWords[language];
  const { body, ...text } = mails[name];
  return { ...text, body: inParagraphs([greeting, ...body, ...more]) };
}

export function inParagraphs(lines: readonly string[]): string {
  return lines.map((line) => `<p>${line}</p>`).join('\n');
}

/** Holds every title but the longest, which a slug of a system would cut within a word. */
const longestFileName = 120;

/** The title of an exam in calendars, where exams of several programs may have the same title. */
export function entryTitle(examTitle = '', systemTitle = ''): string {
  return systemTitle ? `${examTitle} (${systemTitle})` : examTitle;
}

/**
 * The name of the file with an exam for calendars: the title of its entry, or a word for it where no letter of it is left. `left`:
 * says that the exam no longer counts for the reader, beside the file of the exam to which they were moved.
 */
export function calendarFileName(language: Language, named: string | undefined, state?: 'left'): string {
  const { calendar: words } = mailWords[language];
  const title = makeSlug(named ?? '', longestFileName) || words.file;
  const name = state ? makeSlug(fillParams(words[state], { title }), longestFileName) : title;
  return `${name}.ics`;
}
