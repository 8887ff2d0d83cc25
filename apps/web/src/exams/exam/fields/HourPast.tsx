import { hourInWords } from '@guichet/contract/core/inWords';
import { timeOfDay, today, useLanguage, useT } from '../../../core/i18n/formats.ts';

interface HourPastProps {
  examDate: string;
  /** `hh:mm`; anything else while it is typed. */
  time: string;
  text: 'Exam.Copy.HourPast' | 'ExamSpace.HourPast';
}

/** Warns of an hour of today that is past; it may be meant, so nothing is refused. */
export function HourPast({ examDate, time, text }: HourPastProps) {
  const t = useT();
  const language = useLanguage();
  const now = new Date();
  if (examDate !== today(now) || !/^\d\d:\d\d$/.test(time) || time > timeOfDay(now)) return null;
  return (
    <p role="status" className="text-sm text-warning-ink">
      {t(text, { time: hourInWords(time, language) })}
    </p>
  );
}
