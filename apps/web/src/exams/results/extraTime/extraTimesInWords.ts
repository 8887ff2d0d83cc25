import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { hourInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { Exam } from '@guichet/contract/exams/exams';
import { computeOwnEnd } from '@guichet/contract/exams/exams.end';
import type { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import { amountText } from '../../../core/i18n/amountText.ts';
import type { T } from '../../../core/i18n/useT.ts';

/** Extra time in words by candidate id, `45 min, jusqu’à 12 h 45`, in the language of `t`. */
export function extraTimesInWords(
  exam: Exam,
  candidates: ReplyOf<typeof listExtraTimes>,
  t: T,
  language: Language,
): ReadonlyMap<number, string> {
  const { format } = new Intl.NumberFormat(`${language}-CA`);
  const given = candidates.flatMap(({ id, extraTime: own }) => (own ? [{ id, own }] : []));
  return new Map(
    given.map(({ id, own }) => {
      const end = computeOwnEnd(exam, { extraMinutes: own.minutes, extraFactor: own.factor });
      // One form for all, as columns are read across.
      const amount = amountText(own, t, format).replace(/^(?!\+)/, '+');
      const until = end && t('Attendance.Until', { end: hourInWords(end.time, language) });
      return [id, [amount, until].filter(Boolean).join(', ')];
    }),
  );
}
