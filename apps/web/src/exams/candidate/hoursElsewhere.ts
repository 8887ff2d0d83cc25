import { dayInWords, hoursInWords, zoneInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import { clockAt, instantAt } from '@guichet/contract/core/localTime';
import type { OwnExam } from '@guichet/contract/exams/candidate';
import { deviceZone, universityZone } from '../../core/i18n/formats.ts';

/**
 * The hours of an exam for its candidate on the clock of their device, with its zone, and with the day where it is
 * another; null where that clock shows the university's hours, or is unknown.
 */
export function hoursElsewhere(
  exam: Pick<OwnExam, 'date' | 'startTime' | 'endTime' | 'endDate' | 'ownEnd'>,
  language: Language,
  zone = deviceZone(),
): string | null {
  const { date, startTime, ownEnd } = exam;
  // A browser that hides where it is says UTC, which is the clock of nobody.
  if (startTime === '' || zone === 'UTC') return null;
  const end = ownEnd ?? { day: exam.endDate || date, time: exam.endTime };
  const onDevice = (day: string, time: string) => clockAt(instantAt(day, time, universityZone()), zone);
  const [day, start] = onDevice(date, startTime);
  if (day === date && start.startsWith(startTime)) return null;
  const [endDate, endTime] = end.time ? onDevice(end.day, end.time) : [day, ''];
  const hours = { startTime: start, endTime, endDate: endDate === day ? null : endDate };
  const words = hoursInWords(hours, language, zoneInWords(zone, day, language));
  return day === date ? words : `${dayInWords(day, language)}, ${words}`;
}
