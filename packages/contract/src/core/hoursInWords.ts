import type { Language } from './language.ts';

/** From `start` to `end` (`hh:mm`, '' for none): `9\u00a0h à 12\u00a0h`, `9:00\u00a0a.m. to noon`, or the start alone. */
export function hoursInWords(start: string, end: string, language: Language): string {
  if (start === '') return '';
  const first = hourInWords(start, language);
  return end === '' ? first : `${first} ${to[language]} ${hourInWords(end, language)}`;
}

const to: Record<Language, string> = { fr: 'à', en: 'to' };

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
