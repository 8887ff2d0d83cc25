import { dayInWords } from './dayInWords.ts';
import type { Language } from './language.ts';

export interface Hours {
  /** `hh:mm`; '' where no hour is set. */
  readonly startTime: string;
  readonly endTime: string;
  /** The day of the end, `yyyy-mm-dd`, where it is not the day of the start. */
  readonly endDate?: string | null | undefined;
}

/**
 * From start to end: `9\u00a0h à 12\u00a0h`, `9:00\u00a0a.m. to noon`, or the start alone; an end on a later day with
 * its day. `zone`: the name of the time zone, which then stands beside them.
 */
export function hoursInWords({ startTime, endTime, endDate }: Hours, language: Language, zone = ''): string {
  if (startTime === '') return '';
  const words = [hourInWords(startTime, language)];
  if (endTime !== '' && endDate) words.push(until(endDate, endTime, language));
  else if (endTime !== '') words.push(to[language], hourInWords(endTime, language));
  return withZone(words.join(' '), zone);
}

/** `9\u00a0h (heure de l’Est)`; words without a zone stay as they are. */
export function withZone(words: string, zone: string): string {
  return zone ? `${words} (${zone})` : words;
}

const to: Record<Language, string> = { fr: 'à', en: 'to' };

function until(day: string, time: string, language: Language): string {
  const [date, hour] = [dayInWords(day, language), hourInWords(time, language)];
  return language === 'fr' ? `jusqu’au ${date} à ${hour}` : `until ${date} at ${hour}`;
}

/**
 * An hour of the day, `hh:mm`, as people read it. French in the style of the Office québécois de la langue française:
 * « 9 h », « 9 h 05 ». English with a.m. and p.m., but noon and midnight in words, where a.m. and p.m. are ambiguous.
 */
export function hourInWords(time: string, language: Language): string {
  const [hours = '', minutes = ''] = time.split(':');
  const hour = Number(hours);
  if (language === 'fr') return minutes === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minutes}`;
  if (minutes === '00' && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
  return `${hour % 12 || 12}:${minutes}\u00a0${hour < 12 ? 'a.m.' : 'p.m.'}`;
}
