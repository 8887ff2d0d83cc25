import { types as pgTypes } from 'pg';

/**
 * Converts values between both databases and JavaScript, by the same table, so row types do not differ.
 *
 * bigint, count, numeric → number; date → 'yyyy-mm-dd'; timestamptz → Date; json → parsed value;
 * bytea → Buffer; time, interval and timestamp without time zone → text as PostgreSQL writes it.
 */

const OID = {
  bigint: 20,
  json: 114,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  jsonb: 3802,
  jsonArray: 199,
  bigintArray: 1016,
  timestampArray: 1115,
  dateArray: 1182,
  timestamptzArray: 1185,
  intervalArray: 1187,
  numericArray: 1231,
  textArray: 1009,
  jsonbArray: 3807,
} as const;

type Parser = (text: string) => unknown;

const builtIn = (oid: number, format: 'text' | 'binary' = 'text') =>
  pgTypes.getTypeParser(oid as number & Parameters<typeof pgTypes.getTypeParser>[0], format) as Parser;

const parseTextArray = builtIn(OID.textArray) as (text: string) => unknown[];
const parseMoment = builtIn(OID.timestamptz);
const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    mapNested(parseTextArray(text), (item) => (item === null ? null : parse(item as string)));
const asText: Parser = (text) => text;

const parsers = new Map<number, Parser>([
  [OID.bigint, parseSafeInteger],
  [OID.numeric, Number],
  [OID.date, asText],
  [OID.timestamp, asText],
  [OID.timestamptz, parseMoment],
  [OID.interval, asText],
  [OID.json, parseJson],
  [OID.jsonb, parseJson],
  [OID.bigintArray, arrayOf(parseSafeInteger)],
  [OID.numericArray, arrayOf(Number)],
  [OID.dateArray, arrayOf(asText)],
  [OID.timestampArray, arrayOf(asText)],
  [OID.timestamptzArray, arrayOf(parseMoment)],
  [OID.intervalArray, arrayOf(asText)],
  [OID.jsonArray, arrayOf(parseJson)],
  [OID.jsonbArray, arrayOf(parseJson)],
]);

/** The parser table in the `pg` client's format. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    return parsers.get(oid) ?? builtIn(oid, format);
  },
};

/** A value as a query parameter. @throws TypeError for `undefined` and plain objects: write JSON as text */
export function toParameter(value: unknown): unknown {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return objectToParameter(value);
    default:
      throw new TypeError(`A query parameter cannot be ${typeof value}`);
  }
}

function objectToParameter(value: object): unknown {
  // The client would format a Date in the local time zone and thus change the day of a `date` column.
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (Array.isArray(value)) return value.map(toParameter);
  throw new TypeError('A query parameter cannot be an object: pass JSON as text, by JSON.stringify');
}

function parseSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a JavaScript number`);
  return number;
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

function mapNested(items: unknown[], map: (item: unknown) => unknown): unknown[] {
  return items.map((item) => (Array.isArray(item) ? mapNested(item, map) : map(item)));
}
