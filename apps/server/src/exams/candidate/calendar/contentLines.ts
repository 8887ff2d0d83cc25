/** The writing rules of iCalendar (RFC 5545). A line is `name;parameter=value:value`, its parts escaped. */

const lineOctets = 75;

/** Folds lines at 75 octets, never inside a character, and ends each with CRLF (RFC 5545 §3.1). */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= lineOctets) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > lineOctets) {
      folded += '\r\n ';
      // The blank that marks a continuation counts as an octet.
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** A TEXT value (RFC 5545 §3.3.11): escaped, line breaks as `\n`, other control characters removed. */
export function textValue(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** A moment as UTC: `20270212T140000Z`. */
export function utcValue(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A day, or with a time (`hh:mm`) a local time: `20270212`, `20270212T090000`. */
export function localValue(day: string, time = ''): string {
  return day.replaceAll('-', '') + (time && `T${time.replace(':', '')}00`);
}
