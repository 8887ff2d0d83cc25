import * as z from 'zod/mini';

/** A positive whole number that paths, queries and forms carry as text and JSON as a number. */
export const id = z.codec(
  z.union([z.int().check(z.positive()), z.string().check(z.regex(/^[1-9]\d{0,14}$/))]),
  z.int(),
  { decode: Number, encode: (value) => value },
);

/** A truth value that queries and forms carry as text. */
export const flag = z.codec(
  z.union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0', ''])]),
  z.boolean(),
  {
    decode: (wire) => wire === true || wire === 'true' || wire === 'on' || wire === '1',
    encode: (value) => value,
  },
);

/** A page number or size, first page 1. */
export const count = id;

/** A day, `yyyy-mm-dd`, that exists in the calendar. */
export const Day = z.iso.date();

/** An instant, ISO 8601 in UTC; `Date` inside. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (value) => value.toISOString(),
});

/** An instant or null, in a form field, which cannot be null: an empty text says so. */
export const instantOrNever = z.codec(z.union([z.literal(''), z.iso.datetime()]), z.nullable(z.date()), {
  decode: (wire) => (wire === '' ? null : new Date(wire)),
  encode: (value) => value?.toISOString() ?? '',
});

/** The id of a system, which the university chooses: nine digits at most, as when it was made. */
export const systemId = z.codec(
  z.union([z.int().check(z.positive(), z.maximum(999_999_999)), z.string().check(z.regex(/^[1-9]\d{0,8}$/))]),
  z.int(),
  { decode: Number, encode: (value) => value },
);

export const ofSystem = z.object({ systemId });
