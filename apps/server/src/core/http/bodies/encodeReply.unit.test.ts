import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Day, type Endpoint, instant, type Schema } from '@guichet/contract/core/endpoint';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeReply } from './encodeReply.ts';

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 60,
    '2027-02-30',
    new Date(Number.NaN),
  ),
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant([]),
  fc.constant({}),
);

/** Values that mostly fit a schema; some parts are missing, in excess or of another kind. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fittingOf(schema), weight: 40 }, { arbitrary: anything, weight: 1 });
}

function fittingOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema === Day) return fc.constantFrom('2027-03-14', '2028-02-29');
  if (schema === instant) return fc.constantFrom(new Date(0), new Date('2027-03-14T12:00:00Z'));
  const { def, values } = (schema as z.core.$ZodTypes)._zod;
  if (values) return fc.constantFrom(...values);
  switch (def.type) {
    case 'string':
      return fc.string();
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.oneof(fc.nat(), fc.double());
    case 'nullable':
      return fc.option(valuesOf(def.innerType));
    case 'optional':
    case 'default':
      return fc.option(valuesOf(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(valuesOf(def.element), { maxLength: 3 });
    case 'object': {
      const fields = Object.entries(def.shape as Record<string, Schema>);
      const record = Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field)]));
      return fc
        .tuple(
          fc.record(record, { requiredKeys: Object.keys(record) }),
          fc.option(fc.constantFrom('unnamed', ...Object.keys(record))),
        )
        .map(([value, odd]) => without({ ...value, unnamed: 1 }, odd));
    }
    case 'union':
      return fc.oneof(...def.options.map((one) => valuesOf(one as Schema)));
    case 'pipe':
      return valuesOf(def.out);
    default:
      return anything;
  }
}

function without(value: Record<string, unknown>, key: string | null) {
  const { [key ?? '']: _left, ...rest } = value;
  return rest;
}

const folder = join(import.meta.dirname, '../../../../../../packages/contract/src');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const modules = await Promise.all(files.map((name) => import(join(folder, name))));
const replies = new Map<string, Schema>();
for (const one of modules.flatMap((module) => Object.values<unknown>(module)))
  if (isEndpoint(one) && 'schema' in one.reply) replies.set(`${one.method} ${one.path}`, one.reply.schema);

function isEndpoint(one: unknown): one is Endpoint {
  return typeof one === 'object' && one !== null && 'reply' in one && 'path' in one;
}

const outcome = (encode: () => unknown) => {
  try {
    return { text: JSON.stringify(encode()) };
  } catch (error) {
    return { issues: (error as { issues?: unknown }).issues ?? String(error) };
  }
};

test('there are replies to hold', () => {
  expect(replies.size).toBeGreaterThan(150);
});

test.each([...replies])('%s is encoded as the schema library encodes it', (_name, schema) => {
  fc.assert(
    fc.property(valuesOf(schema), (value) => {
      expect(outcome(() => encodeReply(schema, value))).toEqual(
        outcome(() => z.encode(schema, value as never)),
      );
    }),
    { numRuns: 60, seed: 7 },
  );
});

test('a value that does not fit is refused in the words of the library', () => {
  const schema = z.object({ id: z.int(), day: z.optional(Day), at: z.nullable(instant) });
  expect(encodeReply(schema, { id: 1, at: null, secret: 2 })).toEqual({ id: 1, at: null });
  for (const value of [
    { id: 1.5, at: null },
    { id: 1 },
    { id: 1, at: 'now' },
    { id: 1, at: null, day: '2027-02-30' },
    null,
    [],
  ])
    expect(() => encodeReply(schema, value)).toThrow(z.core.$ZodError);
});
