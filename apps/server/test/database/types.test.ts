import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/core/database/database.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Sends a value as a parameter to a column of a type, and reads it back. */
async function throughColumn(type: string, value: unknown): Promise<unknown> {
  return database.transact(async (tx) => {
    await sql`create temp table box (value ${sql.raw(type)}) on commit drop`.execute(tx);
    await sql`insert into box values (${value})`.execute(tx);
    const { rows } = await sql<{ value: unknown }>`select value from box`.execute(tx);
    return rows[0]?.value;
  });
}

/** All texts that PostgreSQL can store: no NUL, no lone surrogate. */
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
const wholeNumber = fc.maxSafeInteger();
const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const day = moment.map((date) => date.toISOString().slice(0, 10));
const bytes = fc.uint8Array().map((value) => Buffer.from(value));
const json = fc.jsonValue({ stringUnit: 'grapheme' }).filter((value) => {
  const written = JSON.stringify(value);
  return !written.includes('\\u0000') && !written.includes('__proto__');
});

const columns: [type: string, values: fc.Arbitrary<unknown>][] = [
  ['text', text],
  ['boolean', fc.boolean()],
  ['integer', fc.integer()],
  ['bigint', wholeNumber],
  ['numeric(12, 2)', fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => cents / 100)],
  ['double precision', fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value))],
  ['date', day],
  ['timestamptz', moment],
  ['uuid', fc.uuid()],
  ['bytea', bytes],
  ['text[]', fc.array(fc.option(text))],
  ['bigint[]', fc.array(fc.option(wholeNumber))],
  ['date[]', fc.array(fc.option(day))],
  ['timestamptz[]', fc.array(fc.option(moment))],
  ['bytea[]', fc.array(fc.option(bytes))],
];

describe('a value is read from a column as it was written', () => {
  test.each(columns)('%s', async (type, values) => {
    const property = fc.asyncProperty(fc.option(values), async (value) => {
      expect(await throughColumn(type, value)).toStrictEqual(value);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test.each(['json', 'jsonb'])('%s, given as text', async (type) => {
    const property = fc.asyncProperty(json, async (value) => {
      const written = JSON.stringify(value);
      expect(await throughColumn(type, written)).toEqual(JSON.parse(written));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

test('a moment in a date column is its day in UTC, whatever the time zone of the machine', async () => {
  vi.stubEnv('TZ', 'America/Montreal');
  expect(await throughColumn('date', new Date('2027-01-15T02:00:00Z'))).toBe('2027-01-15');
  vi.unstubAllEnvs();
});

describe('a value that the database computes is', () => {
  test.each([
    ['count(*)', 1],
    ['sum(1)', 1],
    ['avg(1.5)', 1.5],
    ["'2027-01-15'::date", '2027-01-15'],
    ["'2027-01-15 08:30:00-05'::timestamptz", new Date('2027-01-15T13:30:00Z')],
    ["'2027-01-15 08:30:00'::timestamp", '2027-01-15 08:30:00'],
    ["'08:30'::time", '08:30:00'],
    ["interval '1 day 2 hours'", '1 day 02:00:00'],
    ["jsonb_build_array(1, jsonb_build_object('a', null))", [1, { a: null }]],
    ["array_agg('2027-01-15'::date)", ['2027-01-15']],
    [
      'array[[1, 2], [3, 4]]::bigint[]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["decode('00ff', 'hex')", Buffer.from([0, 255])],
    ['array[\'{"a": 1}\']::jsonb[]', [{ a: 1 }]],
    ["current_setting('timezone')", 'UTC'],
  ])('%s → %o', async (expression, value) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
      database.read,
    );
    expect(rows[0]?.value).toStrictEqual(value);
  });
});

describe('refused with a clear error is', () => {
  test('a bigint too large for a number, and the connection continues', async () => {
    const read = sql`select 9007199254740993::bigint`.execute(database.read);
    await expect(read).rejects.toThrow('9007199254740993 is too large for a JavaScript number');
    await database.ping();
  });

  test.each([
    ['an object that is not JSON text', { a: 1 }, 'pass JSON as text'],
    ['an object in a list', [{ a: 1 }], 'pass JSON as text'],
    ['undefined', undefined, 'cannot be undefined'],
    ['a symbol', Symbol('x'), 'cannot be symbol'],
    ['a date that is none', new Date(Number.NaN), 'Invalid time value'],
  ])('%s as a parameter', async (_name, value, reason) => {
    await expect(throughColumn('text', value)).rejects.toThrow(reason);
  });
});
