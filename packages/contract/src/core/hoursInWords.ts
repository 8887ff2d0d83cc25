import type { Language } from './language.ts';

/** From one hour to another, `hh:mm`; '' for none. `9\u00a0h à 12\u00a0h\u00a030`, `9 a.m. to 12:30 p.m.`, or the start alone. */
export function hoursInWords(start: string, end: string, language: Language): string {
  if (start === '') return '';
  const first = hourInWords[language](start);
  return end === '' ? first : `${first} ${to[language]} ${hourInWords[language](end)}`;
}

const to: Record<Language, string> = { fr: 'à', en: 'to' };

const hourInWords: Record<Language, (time: string) => string> = {
  fr(time) {
    const [hour, minutes] = partsOf(time);
    return minutes === '00' ? `${hour}\u00a0h` : `${hour}\u00a0h\u00a0${minutes}`;
  },
  en(time) {
    const [hour, minutes] = partsOf(time);
    if (minutes === '00' && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
    const clock = `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`}`;
    return `${clock}\u00a0${hour < 12 ? 'a.m.' : 'p.m.'}`;
  },
};

function partsOf(time: string): [number, string] {
  const [hour = '', minutes = ''] = time.split(':');
  return [Number(hour), minutes];
}
