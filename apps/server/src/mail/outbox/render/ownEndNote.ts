import { fillParams } from '@guichet/contract/core/errors';
import { dayInWords, hourInWords, hoursInWords, withZone, zoneInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import { computeOwnEnd, type Hours } from '@guichet/contract/exams/exams.end';
import { mailWords } from '../../texts/texts.service.ts';
import type { Mailing, OwnTime, SharedVariables } from './mail.ts';

/** The sentence for candidates with extra time; other candidates do not get the paragraph. */
const note = '{{ownEndNote}}';
const paragraph = `\n<p>${note}</p>`;
/** The sentence in plain text, with the blank lines before it. */
const loneNote = /(?<!\s)\s*\{\{ownEndNote\}\}/;
const timeMark = /\{\{ {0,9}examTime {0,9}\}\}/;
const dayMark = /\{\{ {0,9}examDate {0,9}\}\}/;
/** The end of what a sentence cannot stand in: a paragraph, or the list or table around it. */
const blockEnd = /<\/(?:p|h[1-4]|blockquote|ul|ol|table)>/g;
/** The same sentence in a text about nothing else: it also tells a reader who no longer has extra time. */
export const ownTimeMark = '{{ownTime}}';
/** For staff, who may not see a candidate's extra time in a mail. */
const mask = '«…»';

/** Puts the placeholder of the sentence right beneath the hours, else the day, in a text that tells when an exam is. */
export function withOwnEndNote(body: string): string {
  const told = [timeMark, dayMark].map((one) => body.search(one)).find((at) => at >= 0) ?? body.length;
  const end = [...body.matchAll(blockEnd)].find(({ index }) => index > told);
  const at = end ? end.index + end[0].length : body.length;
  return body.slice(0, at) + paragraph + body.slice(at);
}

/** The values of a mail with the reader's own hours, unless the mail tells everybody's or hours that hold no more. */
export function withOwnHours({ html, language, variables }: Mailing, own: OwnTime | null): SharedVariables {
  if (!own || own.isHandedOver || isOfOwnTime(html)) return variables;
  const wordsOf = (hours: Hours) =>
    hoursInWords(hours, language, zoneInWords(own.timeZone, hours.examDate, language));
  if (variables.examTime !== wordsOf(own.hours)) return variables;
  const { formerHours } = variables;
  const examTime = wordsOf(ownHours(own.hours, own));
  return { ...variables, examTime, ...(formerHours && { formerTime: wordsOf(ownHours(formerHours, own)) }) };
}

/** The hours of an exam up to the reader's own end, with its day where that is another. */
function ownHours(hours: Hours, own: OwnTime): Hours {
  const end = computeOwnEnd(hours, own);
  return end ? { ...hours, endTime: end.time, endDate: end.day === hours.examDate ? null : end.day } : hours;
}

export function hasOwnTime(frozen: string): boolean {
  return frozen.includes(note) || isOfOwnTime(frozen);
}

export function isOfOwnTime(frozen: string): boolean {
  return frozen.includes(ownTimeMark);
}

/** Fills the sentence into a frozen mailing, HTML or text; null hides it from a reader who may not know. */
export function fillOwnTime(frozen: string, language: Language, own: OwnTime | null): string {
  const sentence =
    own && (own.isHandedOver || own.extraMinutes !== null || own.extraFactor !== null)
      ? sentenceOf(own, language)
      : null;
  const noted = sentence
    ? frozen.replace(note, () => sentence)
    : frozen.replace(paragraph, '').replace(loneNote, '');
  const told = own === null ? mask : (sentence ?? mailWords[language].ownEnd.none);
  return noted.replaceAll(ownTimeMark, () => told);
}

function sentenceOf(own: OwnTime, language: Language): string {
  const { hours, isHandedOver, timeZone } = own;
  const { more, end, endOn, common } = mailWords[language].ownEnd;
  if (isHandedOver) return common;
  const ownEnd = computeOwnEnd(hours, own);
  if (!ownEnd) return more;
  const hour = withZone(hourInWords(ownEnd.time, language), zoneInWords(timeZone, ownEnd.day, language));
  const sentence = ownEnd.day === hours.examDate ? end : endOn;
  return fillParams(sentence, { end: hour, day: dayInWords(ownEnd.day, language) });
}
