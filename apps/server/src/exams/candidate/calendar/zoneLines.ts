import { localValue } from './contentLines.ts';

/**
 * The VTIMEZONE of a zone (RFC 5545 §3.6.5) for these years: for each run of consecutive years, the offset at
 * the beginning, then each change of clocks. The zone data are the runtime's, by which "today" is computed
 * too.
 */
export function zoneLines(timeZone: string, years: readonly number[]): string[] {
  const observances = rowsOf(years).flatMap(({ first, last }) => observancesOf(timeZone, first, last));
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'];
}

/** Runs of consecutive years: a mistyped year is far from the rest, and each year between costs time. */
function rowsOf(years: readonly number[]): { first: number; last: number }[] {
  const rows: { first: number; last: number }[] = [];
  for (const year of [...new Set(years)].toSorted((one, other) => one - other)) {
    const row = rows.at(-1);
    if (row?.last === year - 1) row.last = year;
    else rows.push({ first: year, last: year });
  }
  return rows;
}

/** Every candidate's feed is read each hour, with the same few years, so the lines are kept. */
const known = new Map<string, readonly string[]>();
const mostKnown = 100;

function observancesOf(timeZone: string, first: number, last: number): readonly string[] {
  const key = `${timeZone} ${first} ${last}`;
  const lines = known.get(key) ?? findObservances(timeZone, first, last);
  if (known.size >= mostKnown) known.clear();
  known.set(key, lines);
  return lines;
}

function findObservances(timeZone: string, first: number, last: number): string[] {
  const zone = openZone(timeZone);
  // A year begins up to 14 hours earlier in the zone than in UTC, and ends up to 12 hours later.
  const [begin, end] = [Date.UTC(first - 1, 11, 31), Date.UTC(last + 1, 0, 2)];
  const lines = observance('STANDARD', begin, zone.offsetAt(begin), zone.offsetAt(begin), zone.nameAt(begin));
  for (let day = begin; day < end; day += dayMs) {
    const [before, after] = [zone.offsetAt(day), zone.offsetAt(day + dayMs)];
    if (before === after) continue;
    const change = findChange(zone.offsetAt, day, day + dayMs);
    const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
    lines.push(...observance(kind, change, before, after, zone.nameAt(change)));
  }
  return lines;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `change` in milliseconds; offsets in minutes east of UTC. `DTSTART` is by the clock before the change. */
function observance(kind: 'STANDARD' | 'DAYLIGHT', change: number, from: number, to: number, name: string) {
  const local = new Date(change + from * minuteMs).toISOString();
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localValue(local.slice(0, 10), local.slice(11, 16))}`,
    `TZOFFSETFROM:${offsetValue(from)}`,
    `TZOFFSETTO:${offsetValue(to)}`,
    `TZNAME:${name}`,
    `END:${kind}`,
  ];
}

function offsetValue(minutes: number): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}${two(size % 60)}`;
}

/** The first minute with the offset at `late`; times in milliseconds. */
function findChange(offsetAt: (at: number) => number, early: number, late: number): number {
  const after = offsetAt(late);
  let [low, high] = [early, late];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === after) high = middle;
    else low = middle;
  }
  return high;
}

function openZone(timeZone: string) {
  const formatOf = (timeZoneName: 'longOffset' | 'short') =>
    new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName, hour: 'numeric' });
  const [offsets, names] = [formatOf('longOffset'), formatOf('short')];
  const partOf = (format: Intl.DateTimeFormat, at: number) =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return {
    /** The offset in minutes east of UTC. */
    offsetAt(at: number): number {
      // `GMT-05:00`; `GMT` for an offset of zero.
      const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(partOf(offsets, at)) ?? [];
      return sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
    },
    nameAt: (at: number) => partOf(names, at),
  };
}
