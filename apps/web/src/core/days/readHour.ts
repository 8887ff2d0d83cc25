const dayMinutes = 24 * 60;

const inWords: ReadonlyMap<string, string> = new Map([
  ['minuit', '00:00'],
  ['midnight', '00:00'],
  ['midi', '12:00'],
  ['noon', '12:00'],
  ['midi et demi', '12:30'],
  ['midi et demie', '12:30'],
  ['minuit et demi', '00:30'],
  ['minuit et demie', '00:30'],
]);

const spelled = /^(\d{1,2}) ?(?:(?:h|heures?|:|\.) ?(\d{1,2})?(?: ?min)?)? ?(am|pm)?$/;
const digits = /^(\d{1,2})(\d\d) ?(am|pm)?$/;

/** Parses an hour as people write it: `9 h`, `9h05`, `0905`, `9 p.m.`, `midi`; `hh:mm`, or null. */
export function readHour(text: string): string | null {
  const plain = plainOf(text);
  const named = inWords.get(plain);
  if (named !== undefined) return named;
  const [, hour, minutes = '0', half] = spelled.exec(plain) ?? digits.exec(plain) ?? [];
  if (hour === undefined || Number(minutes) > 59) return null;
  const read = half === undefined ? Number(hour) : onTheClock(Number(hour), half);
  return read === null || read > 23 ? null : hourAt(read * 60 + Number(minutes));
}

/** Whether more digits may follow, as after `9`, `13`, `133`, `9h3` or `13:3`. */
export function isHalfTyped(text: string): boolean {
  return /^\d{1,3}$|[h:.] ?\d$/.test(plainOf(text));
}

/** The hour a number of minutes after `time`, or before it for a negative number, across midnight. */
export function hourBeside(time: string, minutes: number): string {
  return hourAt((minutesOf(time) + minutes + dayMinutes) % dayMinutes);
}

/** The minutes between two `hh:mm` of the same day; negative when the second is earlier. */
export function minutesBetween(from: string, to: string): number {
  return minutesOf(to) - minutesOf(from);
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function hourAt(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Converts a 12-hour time: 12 a.m. is midnight, and 13 p.m. is invalid. */
function onTheClock(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** The text in lower case, with single blanks, and `am` for `A. M.`. */
function plainOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\b([ap]) ?\.? ?m\b\.?$/, '$1m')
    .replace(/(\d)([ap])$/, '$1$2m');
}
