import { dayInWords } from '@guichet/contract/core/dayInWords';
import { fillParams } from '@guichet/contract/core/errors';
import { hourInWords, withZone } from '@guichet/contract/core/hoursInWords';
import type { Language } from '@guichet/contract/core/language';
import { zoneInWords } from '@guichet/contract/core/zoneInWords';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import { mailWords } from '../../texts/texts.service.ts';

/** When an exam ends for the reader of a mail, if its hours are known; computed on sending, never stored. */
export interface OwnTime {
  readonly hasExtraTime: boolean;
  /** Whether somebody else may read the mail: it then tells everybody's hours, not the reader's. */
  readonly isHandedOver: boolean;
  readonly ownEnd: LocalMoment | null;
  readonly examDate: string;
  readonly lastDay: string;
  /** The university's zone, which stands beside the hour. */
  readonly timeZone: string;
}

/** The sentence for candidates with extra time; other candidates do not get the paragraph. */
const note = '{{ownEndNote}}';
const paragraph = `\n<p>${note}</p>`;
/** The sentence in plain text; if the body has no words, nothing stands before the sentence. */
const loneNote = /(?:^|\n\n)\{\{ownEndNote\}\}/;
/** The same sentence in a text about nothing else: it also tells a reader who no longer has extra time. */
export const ownTimeMark = '{{ownTime}}';
/** For staff, who may not see a candidate's extra time in a mail. */
const mask = '«…»';

/** Appends the placeholder of the sentence to the body of a text that tells when an exam is. */
export function withOwnEndNote(body: string): string {
  return body + paragraph;
}

export function hasOwnTime(frozen: string): boolean {
  return frozen.includes(note) || isOfOwnTime(frozen);
}

/** Whether the text is about the reader's own time alone. */
export function isOfOwnTime(frozen: string): boolean {
  return frozen.includes(ownTimeMark);
}

/** Fills the sentence into a frozen mailing, HTML or text; null hides it from a reader who may not know. */
export function fillOwnTime(frozen: string, language: Language, own: OwnTime | null): string {
  const sentence = own && (own.isHandedOver || own.hasExtraTime) ? sentenceOf(own, language) : null;
  const noted = sentence
    ? frozen.replace(note, () => sentence)
    : frozen.replace(paragraph, '').replace(loneNote, '');
  const told = own === null ? mask : (sentence ?? mailWords[language].ownEnd.none);
  return noted.replaceAll(ownTimeMark, () => told);
}

function sentenceOf({ ownEnd, examDate, isHandedOver, timeZone }: OwnTime, language: Language): string {
  const { more, end, endOn, common } = mailWords[language].ownEnd;
  if (isHandedOver) return common;
  if (!ownEnd) return more;
  const hour = withZone(hourInWords(ownEnd.time, language), zoneInWords(timeZone, ownEnd.day, language));
  const sentence = ownEnd.day === examDate ? end : endOn;
  return fillParams(sentence, { end: hour, day: dayInWords(ownEnd.day, language) });
}
