import { dayInWords } from '@guichet/contract/core/dayInWords';
import { hourInWords } from '@guichet/contract/core/hoursInWords';
import type { Language } from '@guichet/contract/core/language';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';

/** When an exam ends for the reader of a mail, if its hours are known; computed on sending, never stored. */
export interface OwnTime {
  readonly hasExtraTime: boolean;
  /** Whether somebody else may read the mail: it then tells everybody's hours, not the reader's. */
  readonly isHandedOver: boolean;
  readonly ownEnd: LocalMoment | null;
  readonly examDate: string;
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

const words = {
  fr: {
    more: 'Vous disposez de temps supplémentaire',
    end: '\u00a0: pour vous, l’examen se termine à {end}.',
    endOn: '\u00a0: pour vous, l’examen se termine à {end}, le {day}.',
    common:
      'L’heure indiquée est celle de tout le monde. Pour savoir si une autre vaut pour vous, adressez-vous à votre programme.',
    none: 'Vous n’avez plus de temps supplémentaire\u00a0: l’examen se termine pour vous comme pour tout le monde.',
  },
  en: {
    more: 'You have extra time',
    end: ': your exam ends at {end}.',
    endOn: ': your exam ends at {end} on {day}.',
    common:
      'The time given is the one for everyone. To know whether another holds for you, ask your program.',
    none: 'You no longer have extra time: the exam ends for you when it ends for everyone.',
  },
} as const satisfies Record<Language, object>;

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
  const told = own === null ? mask : (sentence ?? words[language].none);
  return noted.replaceAll(ownTimeMark, () => told);
}

function sentenceOf({ ownEnd, examDate, isHandedOver }: OwnTime, language: Language): string {
  const { more, end, endOn, common } = words[language];
  if (isHandedOver) return common;
  if (!ownEnd) return `${more}.`;
  const hour = hourInWords(ownEnd.time, language);
  const sentence = more + (ownEnd.day === examDate ? end : endOn);
  const filled = sentence.replace('{end}', hour).replace('{day}', dayInWords(ownEnd.day, language));
  // “… at 12:30 p.m.” already ends in a stop, so the sentence gets no second stop.
  return filled.replace(/\.\.$/, '.');
}
