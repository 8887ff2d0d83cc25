import * as z from 'zod/mini';

/** A whole number from `least` up to `digits` digits: text in paths, queries and forms, a number in JSON. */
export function wholeNumber(least: 0 | 1, digits: number) {
  const most = 10 ** digits - 1;
  const positive = `[1-9]\\d{0,${digits - 1}}`;
  const text = new RegExp(least === 0 ? `^(?:0|${positive})$` : `^${positive}$`);
  return z.codec(
    z.union([z.int().check(z.minimum(least), z.maximum(most)), z.string().check(z.regex(text))]),
    z.int(),
    { decode: Number, encode: (value) => value },
  );
}

export const id = wholeNumber(1, 15);

/** A boolean, sent as text in queries and forms. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0', ''])]),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 'true' || wire === 'on' || wire === '1',
    encode: (value) => value,
  },
);

/** A page number or size; the first page is 1. */
export const count = id;

/** A valid calendar day, `yyyy-mm-dd`. */
export const Day = z.iso.date();

/** A time of day, `hh:mm`, or '' where none is set. */
export const hour = z.string().check(
  z.trim(),
  z.refine((text) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(text), 'time'),
);

/** The day of an end that is later than the day of the start; for the same day '' in code and absent on the wire. */
export const laterDay = z.codec(
  z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || Day.safeParse(text).success, 'date'),
    ),
  ),
  z.string(),
  { decode: (wire) => wire ?? '', encode: (day) => day || undefined },
);

/** An instant: ISO 8601 in UTC on the wire, `Date` in code. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (value) => value.toISOString(),
});

/** An instant or null in a form field, where the empty text means null. */
export const instantOrNever = z.codec(z.union([z.literal(''), z.iso.datetime()]), z.nullable(z.date()), {
  decode: (wire) => (wire === '' ? null : new Date(wire)),
  encode: (value) => value?.toISOString() ?? '',
});

/** The id of a system, chosen by the university: at most nine digits. */
export const systemId = wholeNumber(1, 9);
